import { ProgramCommand } from '../command.ts'
import { print } from '../io.ts'

export const createVersionCommand = (version: string) =>
  new ProgramCommand('version')
    .summary('show the version')
    .description('Watchkeeper never looks for new versions by itself.')
    .option(
      '--check <URL>',
      'compare with the version at an address: JSON with "version" (npm) or "tag_name" (GitHub, Gitea), or a text',
    )
    .action(async ({ check }: { check?: string }) => {
      if (check === undefined) return print(version)
      const { compareWithPublished } = await import('./check.ts')
      print(await compareWithPublished(version, check))
    })

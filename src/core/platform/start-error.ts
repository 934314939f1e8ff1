/** Why the program cannot start, in one line for whoever runs it. The message says what to do. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** `EACCES` and the like; the message where there is no code. */
export const describeCause = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

import type { Config } from '../../config/config.ts'
import type { Clock } from '../../runtime/context.ts'
import { loadSecret } from '../../runtime/data-dir.ts'
import { acceptSecret } from '../../services/platform/sealing.ts'
import { print } from '../io.ts'
import { withContext } from '../with-context.ts'

/** For whoever has lost the former secret: the present one is the right one from now on. */
export async function acceptCurrentSecret(config: Config, clock: Clock): Promise<void> {
  const secret = loadSecret(config.secret, config.dataDir, config.secretPrevious)
  const isOther = await withContext(config, clock, (context) => acceptSecret(context, secret))
  print(isOther ? ACCEPTED : 'The secrets in the database are sealed with this very secret already.')
}

const ACCEPTED = `Accepted. The server starts with this secret now, and names in its log what it cannot open:
  monitors whose request headers or body were secret are not checked until these are entered anew;
  notification targets tell in their last error that they need their secret anew;
  people with a second factor need "watchkeeper reset-second-factor".`

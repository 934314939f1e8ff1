import type { Config } from '../../config/config.ts'
import type { Clock } from '../../runtime/context.ts'
import { loadSecret } from '../../runtime/data-dir.ts'
import { acceptSecret } from '../../services/platform/sealing/sealing.ts'
import { print } from '../io.ts'
import { withContext } from '../with-context.ts'

/** Accepts the current secret as valid, for an operator who has lost the former one. */
export async function acceptCurrentSecret(config: Config, clock: Clock): Promise<void> {
  const secret = loadSecret(config.secret, config.dataDir, config.secretPrevious)
  const isOther = await withContext(config, clock, (context) => acceptSecret(context, secret))
  print(isOther ? ACCEPTED : 'The secrets in the database are already encrypted with this secret.')
}

const ACCEPTED = `Accepted. The server can now start with this secret. It logs every secret that it cannot decrypt:
  monitors with secret request headers or bodies are not checked until these are entered again;
  notification targets show in their last error that their secret must be entered again;
  users with a second factor need "watchkeeper reset-second-factor".`

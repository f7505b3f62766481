import type { Pool } from 'pg'
import { verifierOf } from '../event-store/merkle/note.ts'
import type { Proof } from '../event-store/merkle/proof.ts'
import type { MailCheckpoint } from '../event-store/merkle/telling.ts'
import type { Logger } from '../platform/logger.ts'
import type { openMail } from './mail.ts'

const text =
  'Keep this mail. It holds the newest checkpoint over the log: with it anybody can show later whether anything before it was changed, taken out or added. Below it stands the public key, as tools for signed notes take it.'

/** Mails checkpoints by the outbox. */
const mailing =
  ({ queueComposed }: Pick<ReturnType<typeof openMail>, 'queueComposed'>, pool: Pool): MailCheckpoint =>
  ({ to, checkpoint, dedupeKey }) => {
    const { origin, publicKey, text: note } = checkpoint
    const verifier = verifierOf({ name: origin, publicKey })
    return queueComposed(pool, {
      to,
      kind: 'checkpoint',
      dedupeKey,
      compose: (say) => ({
        subject: say('Checkpoint over the log'),
        text: `${say(text)}\n\n${note}\n${verifier}`,
      }),
    })
  }

/** Signs what is due and tells the witnesses; who could not be told is noted, and holds up nothing. @throws as `Proof.sign` */
export const signerWith =
  (
    proof: Pick<Proof, 'sign'>,
    mail: Pick<ReturnType<typeof openMail>, 'queueComposed'>,
    pool: Pool,
    logger: Logger,
  ): ((isForced: boolean) => Promise<void>) =>
  async (isForced) => {
    for (const { place, error } of await proof.sign(isForced, mailing(mail, pool)))
      logger.warn({ err: error, place }, 'a witness could not be told of a checkpoint')
  }

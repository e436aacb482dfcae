import { Failure } from '@carapace/shared/core/failure'
import { createSeal } from '@carapace/shared/core/sealed'
import { NeverSent, type Outgoing } from '../core/outgoing/guarded.ts'
import { bodyFor, type Message } from './payloads.ts'
import type { TargetRow } from './targets.queries.ts'

/** What is sealed of a target. */
interface TargetSecrets {
  readonly url: string
  /** With this webhooks are signed. */
  readonly secret?: string
}

/**
 * The result of one attempt. `again`: it may be tried again. `unknown`: the request may have arrived although no answer
 * came, so that another attempt might deliver it twice.
 */
export type Posted = { readonly ok: true } | { readonly ok: false; readonly why: string; readonly next: Next }
type Next = 'again' | 'unknown' | 'give up'

export interface Post {
  readonly seal: (secrets: TargetSecrets) => Uint8Array
  /** Undefined: it was sealed with another key. */
  readonly open: (target: Pick<TargetRow, 'sealed'>) => TargetSecrets | undefined
  readonly send: (target: TargetRow, message: Message, deliveryUuid: string) => Promise<Posted>
}

const timeoutMs = 10_000
const answerBytes = 64 * 1024

const unreadable = 'Its address was sealed with another SECRET_KEY. Enter the address again.'

/** Posts messages to targets, only through the guard of outgoing calls (rule NOTIFICATION-14). */
export function createNotificationPost(outgoing: Outgoing, secretKey: string): Post {
  const seal = createSeal(secretKey, 'notifications')
  const open = ({ sealed }: Pick<TargetRow, 'sealed'>): TargetSecrets | undefined => {
    try {
      return JSON.parse(seal.open(sealed)) as TargetSecrets
    } catch {
      return undefined // the installation has another SECRET_KEY since
    }
  }
  return {
    open,
    seal: (secrets) => seal.seal(JSON.stringify(secrets)),
    async send(target, message, deliveryUuid) {
      const secrets = open(target)
      if (!secrets) return { ok: false, why: unreadable, next: 'give up' }
      const { url, secret } = secrets
      const request = bodyFor(target.channel, message, { deliveryUuid, secret, now: new Date() })
      try {
        const { status } = await outgoing.request(
          url,
          { method: 'POST', headers: { ...request.headers, 'user-agent': 'Carapace' }, body: request.body },
          { ms: timeoutMs, bytes: answerBytes },
        )
        return answered(status)
      } catch (error) {
        return failed(error)
      }
    },
  }
}

function answered(status: number): Posted {
  if (status >= 200 && status < 300) return { ok: true }
  const isPassing = status === 408 || status === 429 || status >= 500
  return { ok: false, why: `The receiver answered with status ${status}.`, next: isPassing ? 'again' : 'give up' }
}

function failed(error: unknown): Posted {
  if (!(error instanceof Failure)) throw error
  const why = error.message.slice(0, 300)
  if (error.code === 'RULE_REFUSED') return { ok: false, why, next: 'give up' }
  return { ok: false, why, next: error.cause instanceof NeverSent ? 'again' : 'unknown' }
}

import type { alertsChannel } from '@carapace/shared/msoc/alerts/alerts.contract'
import { bufferTime, concat, connect, filter, map, type Observable, take } from 'rxjs'
import type { LiveMessageOf } from '../../../core/live/live.ts'

export type Message = LiveMessageOf<typeof alertsChannel>

/** Joins consecutive changes into one message: the list is copied once per burst. */
export function joined(burst: readonly Message[]): Message[] {
  const messages: Message[] = []
  for (const message of burst) {
    const last = messages.at(-1)
    if (message.op === 'changes' && last?.op === 'changes')
      messages[messages.length - 1] = { ...message, data: [...last.data, ...message.data] }
    else messages.push(message)
  }
  return messages
}

/** Emits the first message at once, since the user waits for it; then what arrives within a frame, together. */
export function inBursts(frameMs: number) {
  return (messages: Observable<Message>): Observable<readonly Message[]> =>
    messages.pipe(
      connect((shared) =>
        concat(
          shared.pipe(
            take(1),
            map((message) => [message]),
          ),
          shared.pipe(
            bufferTime(frameMs),
            filter((burst) => burst.length > 0),
          ),
        ),
      ),
    )
}

import type { Publisher, Subscriber } from '@carapace/shared/core/bus/bus'
import type { OrgUuid } from '@carapace/shared/core/owned'
import {
  boardChannel,
  type BoardChanges,
  type BoardPart,
  boardParts,
} from '@carapace/shared/msoc/shifts/handovers.contract'
import { topics } from '@carapace/shared/msoc/topics'
import { liveChannel } from '../../core/live/live.ts'
import { sharedViews } from '../../core/live/shared-views.ts'
import type { Deps } from '../../module.ts'

interface View {
  readonly counts: BoardChanges
  version: number
  close(): void
}

/** Reports that a part of the pages of shifts and panels has changed, to everybody who has them open. */
export function announceBoard(publisher: Publisher, org: OrgUuid, part: BoardPart): void {
  publisher.publish(topics.board(org), [part])
}

/** Which parts must be requested again (rule SHIFT-17). It reads no table: a message is only a hint. */
export const boardLive = ({ bus, onGap }: Pick<Deps, 'bus' | 'onGap'>) => {
  const hold = sharedViews(async ({ uuid }) => openView(bus, onGap, uuid))
  return liveChannel(boardChannel, async ({ caller: { org }, outlet }) => {
    const { view, release } = await hold(org)
    let sent = view.version
    outlet.snapshot(org.uuid, view.version, JSON.stringify(view.counts))
    return {
      turn() {
        if (view.version === sent) return undefined
        sent = view.version
        return { seq: sent, data: [JSON.stringify(view.counts)] }
      },
      close: release,
    }
  })
}

function openView(bus: Subscriber, onGap: Deps['onGap'], org: OrgUuid): View {
  const counts: BoardChanges = { rota: 1, notes: 1, watch: 1, handovers: 1, panels: 1 }
  const note = (parts: readonly BoardPart[]) => {
    for (const part of parts) counts[part] += 1
    view.version += 1
  }
  const stops = [bus.subscribe(topics.board(org), (items) => note(items as BoardPart[])), onGap(() => note(boardParts))]
  const view: View = { counts, version: 1, close: () => stops.forEach((stop) => stop()) }
  return view
}

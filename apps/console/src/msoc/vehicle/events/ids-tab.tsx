import type { IdsKind } from '../../ids-events/ids-events.ts'
import { BusWatchesStrip } from '../../can-profiles/bus-watches.tsx'
import { CanTail } from '../can/can-tail.tsx'
import type { TabProps } from '../tab-props.ts'
import { IdsView } from './ids-view.tsx'

const kinds: Readonly<Partial<Record<string, IdsKind>>> = {
  'ids-can': 'ids.can',
  'ids-eth': 'ids.eth',
  'ids-host': 'ids.host',
}

/**
 * The events of the IDS sensors of one kind: on one type of network, or on the computers. For CAN also the monitoring
 * state of its buses, with the live frames beside it.
 */
export default function IdsTab({ vehicle, search, go, tab }: TabProps) {
  const kind = kinds[tab.word]
  const beside = kind === 'ids.can' ? <CanTail vehicle={vehicle.vin} /> : undefined
  return (
    <>
      {kind === 'ids.can' && <BusWatchesStrip vin={vehicle.vin} />}
      <IdsView
        vehicle={vehicle}
        search={search}
        go={go}
        title={`${tab.title} events`}
        {...(kind && { kind })}
        beside={beside}
      />
    </>
  )
}

import { line } from '@carapace/shared/graph/artefacts/fields'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { DetailField } from '../../graph/drawer/details.tsx'
import { Links } from '../../graph/drawer/links.tsx'
import { useDetail } from '../../graph/drawer/use-detail.ts'
import type { AddressProps } from '../../graph/page/search.ts'
import { withMethods } from '../read-methods.ts'
import { RecordPage } from '../record-page.tsx'
import { EventField, EventRating } from './event-rating.tsx'
import { eventRelated } from './hara-page.tsx'

/** One hazardous event: its situation and its fields at the left, its rating at the right. */
export function EventPage(address: AddressProps) {
  return (
    <RecordPage
      {...address}
      title="Hazardous event"
      kind="hazardous-event"
      related={eventRelated}
      computed={withMethods}
      main={fields}
      side={rating}
    />
  )
}

const title = line('Title')
const fields = (event: Artefact) => <EventFields event={event} />
const rating = (event: Artefact) => <EventRating event={event} />

function EventFields({ event }: { readonly event: Artefact }) {
  const { detail } = useDetail(event.uuid)
  return (
    <>
      <div className="gr-details">
        <DetailField artefact={event} name="@title" field={title} />
        <EventField event={event} name="situation" />
        <EventField event={event} name="exposure_basis" />
        <EventField event={event} name="ftti_ms" />
        {/* a long field, which lists do not have */}
        {detail && <EventField event={detail.artefact} name="description" />}
      </div>
      <Links artefact={event} />
    </>
  )
}

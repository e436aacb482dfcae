import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { codeOf, initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Artefact, Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type GraphState, nothingKnown } from './graph-state.ts'

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** The nth artefact of a test; its uuid contains n. */
export function artefact(
  kind: string,
  number: number,
  overrides: Partial<Omit<Artefact, 'kind' | 'number'>> = {},
): Artefact {
  const named = artefactKindNamed(kind)!
  return {
    uuid: uuidOf(named.code.charCodeAt(0) * 1_000_000 + named.code.charCodeAt(1) * 10_000 + number),
    kind,
    number,
    code: codeOf(named, number),
    title: `${named.title} ${number}`,
    status: named.statuses[0]!,
    project_uuid: null,
    origin: { how: 'written', what: '' },
    comments: 0,
    revision: 1,
    seq: 1,
    updated_at: '2025-11-18T10:00:00.000Z',
    updated_by: null,
    ...overrides,
    fields: { ...initialFields(named), ...overrides.fields },
  }
}

let links = 0

export function link(
  kind: string,
  from: Pick<Artefact, 'uuid'>,
  to: Pick<Artefact, 'uuid'>,
  suspect: string | null = null,
): Link {
  links += 1
  return { uuid: uuidOf(900_000 + links), kind, from: from.uuid, to: to.uuid, suspect }
}

/** A fully loaded graph of these artefacts and links. */
export function graphOf(artefacts: readonly Artefact[], joined: readonly Link[] = []): GraphState {
  return {
    ...nothingKnown,
    artefacts: new Map(artefacts.map((each) => [each.uuid, each])),
    links: new Map(joined.map((each) => [each.uuid, each])),
    isWhole: true,
    seq: 1,
  }
}

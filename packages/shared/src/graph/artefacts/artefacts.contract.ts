import { z } from 'zod'
import { channel } from '../../core/live/channel.ts'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime, oneOrMore, someTexts } from '../../core/wire.ts'
import { artefactKinds, engineeringLicences, linkKinds } from '../../artefact-kinds.ts'
import { Origin } from './origin.ts'
import { artefactStatuses, StatusInput } from './statuses.ts'

const names = <T extends { readonly kind: string }>(all: readonly T[]) =>
  all.map(({ kind }) => kind) as [string, ...string[]]
export const ArtefactKindName = z.enum(names(artefactKinds))
export const LinkKindName = z.enum(names(linkKinds))
const person = z.object({ uuid: z.uuid(), name: z.string() }).nullable()
/** Who did something; without a uuid, a name from an import, which belongs to no user here. */
export const Author = z.object({ uuid: z.uuid().nullable(), name: z.string() })
const ok = z.object({ success: z.literal(true) })
const inProgram = { program_uuid: z.uuid() }

/** An artefact. A list leaves the long `fields` out. */
export const Artefact = z.object({
  uuid: z.uuid(),
  kind: ArtefactKindName,
  code: z.string(),
  number: z.int(),
  title: z.string(),
  status: z.enum(artefactStatuses),
  project_uuid: z.uuid().nullable(),
  fields: z.record(z.string(), z.unknown()),
  origin: Origin,
  /** The number of unresolved comments. */
  comments: z.int(),
  revision: z.int32(),
  /** The graph version of its last change. */
  seq: z.int(),
  updated_at: dateTime,
  updated_by: person,
})
export type Artefact = z.infer<typeof Artefact>

/** A link, upstream first; `suspect` names what changed upstream since a user last confirmed the link. */
export const Link = z.object({
  uuid: z.uuid(),
  kind: LinkKindName,
  from: z.uuid(),
  to: z.uuid(),
  suspect: z.string().nullable(),
})
export type Link = z.infer<typeof Link>

/** The artefact at a link's other end. */
export const Node = z.object({
  uuid: z.uuid(),
  kind: ArtefactKindName,
  code: z.string(),
  title: z.string(),
  status: z.enum(artefactStatuses),
})
export type Node = z.infer<typeof Node>

export const mostListed = 5_000

export const getArtefacts = endpoint({
  method: 'GET',
  path: 'v2/app/get-artefacts',
  summary:
    'Artefacts of a program by kind, by words, or those named, in the order of their codes, with their links and ' +
    'what these lead to',
  access: engineeringLicences,
  input: z.object({
    ...inProgram,
    kinds: oneOrMore(names(artefactKinds)).optional(),
    /** Only these artefacts, of any kind. */
    uuids: someTexts(200, 36).pipe(z.array(z.uuid())).optional(),
    project_uuid: z.uuid().optional(),
    /** Words in the title, or the number: "TS-31". */
    q: z.string().trim().max(100).optional(),
    /** The end of the previous page. */
    after: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(mostListed).default(1_000),
  }),
  output: ok.extend({
    artefacts: z.array(Artefact),
    links: z.array(Link),
    nodes: z.array(Node),
    next: z.string().nullable(),
    /** The answer is at least as new as this graph version. */
    seq: z.int(),
  }),
})

/** The open review; `why_not` states why the caller may not decide it; null: the caller may. */
const OpenReview = z.object({
  uuid: z.uuid(),
  requested_by: Author.nullable(),
  reviewer: person,
  note: z.string(),
  requested_at: dateTime,
  revision: z.int32(),
  why_not: z.string().nullable(),
  may_withdraw: z.boolean(),
})
/**
 * The last decision, and its revision. `changed_since`: whether the content has changed since then; null: the content
 * of that revision is not stored here.
 */
const Decided = z.object({
  decision: z.enum(['approved', 'rejected', 'withdrawn']),
  by: Author.nullable(),
  at: dateTime,
  reason: z.string(),
  revision: z.int32(),
  changed_since: z.boolean().nullable(),
})

export const getArtefact = endpoint({
  method: 'GET',
  path: 'v2/app/get-artefact',
  summary: 'One artefact with all of its fields, its links and what these lead to, and how reviews of it went',
  access: engineeringLicences,
  input: z.object({ uuid: z.uuid() }),
  output: ok.extend({
    program_uuid: z.uuid(),
    artefact: Artefact,
    links: z.array(Link),
    nodes: z.array(Node),
    created_at: dateTime,
    created_by: person,
    review: OpenReview.nullable(),
    decided: Decided.nullable(),
  }),
})

const LinkInput = z.object({ kind: LinkKindName, from: z.uuid(), to: z.uuid() })

/** The input for an artefact. */
export const ArtefactInput = z.object({
  /** Absent: a new artefact. */
  uuid: z.uuid().optional(),
  /**
   * A uuid for a new artefact, by which links and fields of the same call can refer to it. The artefact is stored under
   * a uuid that follows from this one and the program's, which the answer has (rule GRAPH-23).
   */
  new_uuid: z.uuid().optional(),
  revision: z.int32().optional(),
  kind: ArtefactKindName,
  title: z.string().trim().min(1).max(300).optional(),
  status: StatusInput.optional(),
  project_uuid: z.uuid().nullable().optional(),
  /** Only the changed fields. */
  fields: z.record(z.string().max(60), z.unknown()).optional(),
  origin: Origin.optional(),
})
export type ArtefactInput = z.infer<typeof ArtefactInput>

/** Maximum number of artefacts that one call creates, changes or removes: a range of a worksheet is one change. */
export const mostSaved = 2_000
const mostLinked = 4_000

export const saveArtefacts = endpoint({
  method: 'POST',
  path: 'v2/app/save-artefacts',
  summary: 'Make and change artefacts and their links: all of it, or nothing',
  access: engineeringLicences,
  needs: 'programs.manage',
  bodyLimit: 4 * 1024 * 1024,
  input: z.object({
    ...inProgram,
    artefacts: z.array(ArtefactInput).max(mostSaved).default([]),
    link: z.array(LinkInput).max(mostLinked).default([]),
    unlink: z.array(LinkInput).max(mostLinked).default([]),
  }),
  /** `links`: those that began with this change; `ended`: the uuids of those that ended. */
  output: ok.extend({ artefacts: z.array(Artefact), links: z.array(Link), ended: z.array(z.uuid()), seq: z.int() }),
})

export const deleteArtefacts = endpoint({
  method: 'POST',
  path: 'v2/app/delete-artefacts',
  summary: 'Remove artefacts with their links; their history stays',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({
    ...inProgram,
    artefacts: z
      .array(z.object({ uuid: z.uuid(), revision: z.int32() }))
      .min(1)
      .max(mostSaved),
  }),
  output: ok.extend({ seq: z.int() }),
})

export const confirmLinks = endpoint({
  method: 'POST',
  path: 'v2/app/confirm-links',
  summary: 'Say of suspect links that they still hold',
  access: engineeringLicences,
  needs: 'programs.manage',
  input: z.object({ ...inProgram, links: z.array(z.uuid()).min(1).max(1_000) }),
  output: ok.extend({ confirmed: z.int(), seq: z.int() }),
})

export const getSuspects = endpoint({
  method: 'GET',
  path: 'v2/app/get-suspects',
  summary: 'The suspect links of a program, the latest first',
  access: engineeringLicences,
  input: z.object({ ...inProgram, limit: z.coerce.number().int().min(1).max(1_000).default(200) }),
  output: ok.extend({ links: z.array(Link.extend({ suspect_at: dateTime })), nodes: z.array(Node), total: z.int() }),
})

/** An artefact with its distance from the requested one, and the link through which it was reached. */
export const ImpactNode = Node.extend({ depth: z.int(), via: z.uuid().nullable(), is_suspect: z.boolean() })

export const getImpact = endpoint({
  method: 'GET',
  path: 'v2/app/get-impact',
  summary: 'The impact of an artefact: everything downstream of it, or everything upstream of it',
  access: engineeringLicences,
  input: z.object({
    uuid: z.uuid(),
    direction: z.enum(['downstream', 'upstream']).default('downstream'),
    depth: z.coerce.number().int().min(1).max(20).default(12),
    limit: z.coerce.number().int().min(1).max(5_000).default(1_000),
  }),
  output: ok.extend({ nodes: z.array(ImpactNode), links: z.array(Link), truncated: z.boolean() }),
})

export const getArtefactHistory = endpoint({
  method: 'GET',
  path: 'v2/app/get-artefact-history',
  summary: 'Every state that an artefact was in, the latest first',
  access: engineeringLicences,
  input: z.object({
    uuid: z.uuid(),
    before: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  output: ok.extend({
    versions: z.array(
      z.object({
        revision: z.int(),
        seq: z.int(),
        action: z.enum(['made', 'changed', 'removed']),
        title: z.string(),
        status: z.enum(artefactStatuses),
        fields: z.record(z.string(), z.unknown()),
        at: dateTime,
        by: Author.nullable(),
      }),
    ),
    next: z.int().nullable(),
  }),
})

/**
 * A live change of a program. `uuids` are the artefacts to read again: for a link both ends, for a computed value or
 * comments the artefact that they belong to. `kind` is the kind of the artefact, the link or the computed value.
 * `much`: there are more changes than are sent one by one; read everything again.
 */
export const GraphChange = z.object({
  what: z.enum(['artefact', 'link', 'computed', 'comments', 'much']),
  uuids: z.array(z.uuid()),
  kind: z.string(),
  action: z.enum(['made', 'changed', 'removed']),
  by: z.string().nullable(),
  seq: z.int(),
})
export type GraphChange = z.infer<typeof GraphChange>

export const programChannel = channel({
  name: 'lifecycle.program',
  delivery: 'event',
  access: engineeringLicences,
  params: z.object({ program_uuid: z.uuid() }),
  snapshot: z.object({ seq: z.int() }),
  change: GraphChange,
})

import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursor, dateTime, limit, oneOrMore } from '../core/wire.ts'
import { componentTypes } from './documents/bom.ts'
import { identityKinds } from './sbom.ts'

const access = 'LIFECYCLE_SBOM'
const line = (most: number) => z.string().trim().max(most)

/** A component in a document. */
export const Occurrence = z.object({
  /** Its place in the document, from 0. */
  position: z.int(),
  component_id: z.int(),
  ref: z.string(),
  type: z.enum(componentTypes),
  group: z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string().nullable(),
  cpe: z.string().nullable(),
  supplier: z.string(),
  scope: z.string(),
  licence: z.string(),
  /** The fewest steps from the document's subject; null: not reached. */
  depth: z.int().nullable(),
  /** By which of its names it is known. */
  identity_kind: z.enum(identityKinds),
  /** Why advisories are not compared with it; empty: they are. */
  unmatched: z.string(),
})
export type Occurrence = z.infer<typeof Occurrence>

export const componentSorts = ['position', 'name', 'version', 'supplier', 'licence', 'depth'] as const

export const listComponents = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/components',
  summary: "A release's components, page by page",
  access,
  input: z.object({
    release_uuid: z.uuid(),
    /** Part of a name, group, version or purl. */
    q: line(100).optional(),
    type: oneOrMore(componentTypes).optional(),
    scope: oneOrMore(['required', 'optional', 'excluded', 'none']).optional(),
    licence: line(500).optional(),
    /** Only components without a licence. */
    unlicensed: z.stringbool().optional(),
    /** At most so many steps from the subject. */
    depth: z.coerce.number().int().min(0).max(1_000_000).optional(),
    /** Only components that advisories are not compared with. */
    unmatched: z.stringbool().optional(),
    sort: z.enum(componentSorts).default('position'),
    order: z.enum(['asc', 'desc']).default('asc'),
    cursor: cursor.optional(),
    limit: limit(1_000, 200),
  }),
  output: z.object({ components: z.array(Occurrence), total: z.int(), next_cursor: z.string().nullable() }),
})

export const getOccurrence = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/components/get',
  summary: 'One component of a release with all that its document states about it',
  access,
  input: z.object({ release_uuid: z.uuid(), position: z.coerce.number().int().min(0).max(10_000_000) }),
  output: z.object({
    component: Occurrence,
    paths: z.array(z.string()),
    hashes: z.array(z.object({ algorithm: z.string(), value: z.string() })),
    patches: z.array(z.object({ type: z.string(), url: z.string().optional(), resolves: z.array(z.string()) })),
    more: z.record(z.string(), z.unknown()),
    /** How many components need it, and how many it needs. */
    needed_by: z.int(),
    needs: z.int(),
  }),
})

const TreeNode = z.object({
  position: z.int(),
  component_id: z.int(),
  group: z.string(),
  name: z.string(),
  version: z.string(),
  type: z.enum(componentTypes),
  licence: z.string(),
  scope: z.string(),
  depth: z.int().nullable(),
  /** How many components it needs or provides. */
  children: z.int(),
  /** It implements its parent's need instead of being needed. */
  provides: z.boolean(),
})
export type TreeNode = z.infer<typeof TreeNode>

export const getTree = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/components/tree',
  summary: 'What a component of a release needs, one level; without a component: the subject and what nothing needs',
  access,
  input: z.object({
    release_uuid: z.uuid(),
    position: z.coerce.number().int().min(0).max(10_000_000).optional(),
    after: z.coerce.number().int().min(0).max(10_000_000).optional(),
    limit: limit(500, 200),
  }),
  output: z.object({ nodes: z.array(TreeNode), total: z.int(), next: z.int().nullable() }),
})

export const getBomGraph = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/components/graph',
  summary: "A release's dependency graph near its subject or a component: at most 400 nodes, the rest counted",
  access,
  input: z.object({
    release_uuid: z.uuid(),
    position: z.coerce.number().int().min(0).max(10_000_000).optional(),
    limit: limit(400, 120),
  }),
  output: z.object({
    nodes: z.array(
      z.object({
        position: z.int(),
        name: z.string(),
        version: z.string(),
        type: z.enum(componentTypes),
        /** Steps from the node in the middle. */
        distance: z.int(),
        /** How many components it needs that are not drawn. */
        hidden: z.int(),
      }),
    ),
    edges: z.array(z.object({ from: z.int(), to: z.int(), provides: z.boolean() })),
    total: z.int(),
  }),
})

export const getPaths = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/components/paths',
  summary: "How a release's subject comes to need a component: the shortest paths, at most 50",
  access,
  input: z.object({ release_uuid: z.uuid(), position: z.coerce.number().int().min(0).max(10_000_000) }),
  output: z.object({
    paths: z.array(z.array(z.object({ position: z.int(), name: z.string(), version: z.string() }))),
    /** There are more paths than are given, or longer ones that were not followed. */
    is_cut: z.boolean(),
  }),
})

export const searchComponents = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/components/search',
  summary: 'Component versions that releases of the organisation have, by part of a name and a version',
  access,
  input: z.object({
    /** A name, `name version`, `name@version`, or a purl. */
    q: line(300).min(1),
    limit: limit(200, 50),
  }),
  output: z.object({
    components: z.array(
      z.object({
        component_id: z.int(),
        type: z.enum(componentTypes),
        group: z.string(),
        name: z.string(),
        version: z.string(),
        purl: z.string().nullable(),
        supplier: z.string(),
        /** In how many releases it is. */
        releases: z.int(),
      }),
    ),
    is_cut: z.boolean(),
  }),
})

export const getComponentUse = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/components/use',
  summary: 'One component across the fleet: its versions, the releases that have them, and vehicles that run those',
  access,
  input: z.object({ component_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  output: z.object({
    component: z.object({
      component_id: z.int(),
      identity_kind: z.enum(identityKinds),
      identity: z.string(),
      type: z.enum(componentTypes),
      group: z.string(),
      name: z.string(),
      version: z.string(),
      purl: z.string().nullable(),
      cpe: z.string().nullable(),
      supplier: z.string(),
      unmatched: z.string(),
      first_seen: dateTime,
      keys: z.array(z.object({ ecosystem: z.string(), name: z.string(), version: z.string() })),
    }),
    /** Component versions of the same group and name, at most 200. */
    versions: z.array(z.object({ component_id: z.int(), version: z.string(), releases: z.int(), vehicles: z.int() })),
    /** Releases that have a version of it, at most 500. */
    releases: z.array(
      z.object({
        release_uuid: z.uuid(),
        software: z.string(),
        release: z.string(),
        ecu: z.string(),
        supplier: z.string(),
        component_id: z.int(),
        version: z.string(),
        position: z.int(),
        depth: z.int().nullable(),
        vehicles: z.int(),
      }),
    ),
    /** Vehicles that run a release with any version of it. */
    vehicles: z.int(),
  }),
})

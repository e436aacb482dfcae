import { z } from 'zod'
import { channel } from '../../core/live/channel.ts'
import { endpoint } from '../../core/endpoint.ts'
import { cursor, dateTime, limit } from '../../core/wire.ts'
import { PlaybookGraph, subjectKinds, Trigger } from './playbook.ts'
import { PlaybookRun } from './runs.contract.ts'

export const Problem = z.object({ node: z.string().nullable(), field: z.string().nullable(), message: z.string() })

/** A playbook as lists show it. */
export const Playbook = z.object({
  uuid: z.uuid(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  /** The version that starts by its trigger; null: none does. */
  enabled_version: z.int().nullable(),
  latest_version: z.int(),
  /** Of the enabled version, otherwise of the latest one. */
  trigger: Trigger,
  nodes: z.int(),
  /** Runs of the last 30 days. */
  runs: z.int(),
  failed_runs: z.int(),
  last_run_at: dateTime.nullable(),
  /** When its schedule starts it next. */
  next_start_at: dateTime.nullable(),
  updated_by: z.string(),
  updated_at: dateTime,
  revision: z.int(),
})
export type Playbook = z.infer<typeof Playbook>

/** A version; once saved it never changes. */
export const PlaybookVersion = z.object({
  version: z.int(),
  note: z.string(),
  saved_by: z.string(),
  saved_at: dateTime,
})
export type PlaybookVersion = z.infer<typeof PlaybookVersion>

export const listPlaybooks = endpoint({
  method: 'GET',
  path: 'msoc/v1/playbooks',
  summary: 'Playbooks by name',
  access: 'MSOC',
  input: z.object({
    /** Search words for name, description and tags. */
    q: z.string().trim().max(200).optional(),
    /** Only those that can be started by hand from such a drawer, and are enabled. */
    subject: z.enum(subjectKinds).optional(),
    cursor: cursor.optional(),
    limit: limit(200, 100),
  }),
  output: z.object({ playbooks: z.array(Playbook), next_cursor: z.string().nullable(), total: z.int() }),
})

export const getPlaybook = endpoint({
  method: 'GET',
  path: 'msoc/v1/playbooks/get',
  summary: 'One version of a playbook: without a number, the latest',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid(), version: z.coerce.number().pipe(z.int32().min(1)).optional() }),
  output: z.object({
    playbook: Playbook,
    version: PlaybookVersion,
    trigger: Trigger,
    graph: PlaybookGraph,
    /** The latest 200 versions. */
    versions: z.array(PlaybookVersion),
  }),
})

const definition = { trigger: Trigger, graph: PlaybookGraph }

/** Largest body of a call that has a graph, bytes. */
const graphBytes = 2 * 1024 * 1024

export const checkPlaybook = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/check',
  summary: 'The mistakes in a playbook, by node; nothing is saved',
  access: 'MSOC',
  needs: 'playbooks.write',
  bodyLimit: graphBytes,
  input: z.object({ uuid: z.uuid().optional(), ...definition }),
  output: z.object({ problems: z.array(Problem) }),
})

export const savePlaybook = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/save',
  summary:
    'Save a playbook, or (with uuid and revision) a new version of one. Refused while it has mistakes: `errors` has ' +
    'them by `nodes.<id>` or `graph`',
  access: 'MSOC',
  needs: 'playbooks.write',
  bodyLimit: graphBytes,
  input: z.object({
    uuid: z.uuid().optional(),
    revision: z.int32().optional(),
    name: z.string().trim().min(1).max(100),
    description: z.string().trim().max(2_000),
    tags: z.array(z.string().trim().min(1).max(40)).max(20),
    /** What changed in this version. */
    note: z.string().trim().max(500).default(''),
    ...definition,
  }),
  output: z.object({ success: z.literal(true), playbook: Playbook, version: z.int() }),
})

const named = { uuid: z.uuid(), revision: z.int32() }

export const enablePlaybook = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/enable',
  summary: 'Enable one version of a playbook, or (null) none. Runs that have started go on with theirs',
  access: 'MSOC',
  needs: 'playbooks.write',
  input: z.object({ ...named, version: z.int32().min(1).nullable() }),
  output: z.object({ success: z.literal(true), playbook: Playbook }),
})

export const deletePlaybook = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/delete',
  summary: 'Delete a playbook that is not enabled and has no unfinished run; its runs stay, without their graph',
  access: 'MSOC',
  needs: 'playbooks.write',
  input: z.object(named),
  output: z.object({ success: z.literal(true) }),
})

/** A playbook that is shipped with the product: saving it as one's own is up to the user. */
export const PlaybookTemplate = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  ...definition,
})
export type PlaybookTemplate = z.infer<typeof PlaybookTemplate>

export const listPlaybookTemplates = endpoint({
  method: 'GET',
  path: 'msoc/v1/playbooks/templates',
  summary: 'The playbooks that are shipped with the product',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({ templates: z.array(PlaybookTemplate) }),
})

/** What one node would do. */
export const DryStep = z.object({
  node: z.string(),
  path: z.string(),
  outcome: z.enum(['done', 'failed', 'skipped', 'simulated']),
  /** The way out that was taken. */
  port: z.string().nullable(),
  input: z.unknown(),
  output: z.unknown(),
  /** In words: "Would close ALR-12 as false positive." */
  summary: z.string(),
})
export type DryStep = z.infer<typeof DryStep>

export const dryRunPlaybook = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/dry-run',
  summary: 'Go through a playbook with a past alert, case or vehicle; what writes or goes outside is only simulated',
  access: 'MSOC',
  needs: 'playbooks.write',
  bodyLimit: graphBytes,
  input: z.object({
    ...definition,
    subject: z.object({ kind: z.enum(subjectKinds), uuid: z.uuid() }).nullable(),
    /** The body of a webhook, or the inputs of a called playbook. */
    data: z.record(z.string().max(100), z.unknown()).default({}),
    /** Which way approvals go. */
    approve: z.boolean().default(true),
  }),
  output: z.object({
    state: z.enum(['SUCCEEDED', 'FAILED']),
    /** At most 2,000. */
    steps: z.array(DryStep),
    /** Whether more steps were left out. */
    truncated: z.boolean(),
  }),
})

export const renewWebhook = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/renew-webhook',
  summary: 'Make a new signing key for the webhook of a playbook; it is shown once, and the old one stops working',
  access: 'MSOC',
  needs: 'playbooks.write',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), path: z.string(), key: z.string() }),
})

export const playbookWebhook = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/webhook',
  summary:
    'Start a playbook. `signature`: hexadecimal HMAC-SHA256 with the key over `<timestamp>.<body>`, the timestamp in ' +
    'seconds, at most five minutes old; each signature starts one run',
  access: 'public',
  takes: 'application/octet-stream',
  bodyLimit: 32 * 1024,
  input: z.object({
    playbook: z.uuid(),
    timestamp: z.coerce.number().int().min(0).max(1e11),
    signature: z.string().regex(/^[0-9a-f]{64}$/i),
  }),
  output: z.object({ success: z.literal(true), run_uuid: z.uuid() }),
})

const secretName = z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'Use capital letters, digits and underscores.')

/** A secret without its value, which no call returns. */
export const PlaybookSecret = z.object({
  name: z.string(),
  description: z.string(),
  changed_by: z.string(),
  changed_at: dateTime,
})
export type PlaybookSecret = z.infer<typeof PlaybookSecret>

export const listPlaybookSecrets = endpoint({
  method: 'GET',
  path: 'msoc/v1/playbooks/secrets',
  summary: 'The names of the secrets that HTTP requests of playbooks can use',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({ secrets: z.array(PlaybookSecret) }),
})

export const savePlaybookSecret = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/secrets/save',
  summary: 'Add a secret, or replace its value',
  access: 'MSOC',
  needs: 'playbook-secrets.manage',
  input: z.object({
    name: secretName,
    description: z.string().trim().max(200),
    /** Absent: the value stays. */
    value: z.string().min(6, 'Use at least six characters.').max(4_000).optional(),
  }),
  output: z.object({ success: z.literal(true), secret: PlaybookSecret }),
})

export const deletePlaybookSecret = endpoint({
  method: 'POST',
  path: 'msoc/v1/playbooks/secrets/delete',
  summary: 'Delete a secret; runs that need it fail',
  access: 'MSOC',
  needs: 'playbook-secrets.manage',
  input: z.object({ name: secretName }),
  output: z.object({ success: z.literal(true) }),
})

/** Runs, live: a run whenever it changes. */
export const playbookRunsChannel = channel({
  name: 'msoc.playbook-runs',
  delivery: 'state',
  access: 'MSOC',
  params: z.object({}),
  /** The latest 100 that are not finished. */
  snapshot: z.object({ runs: z.array(PlaybookRun) }),
  change: z.object({ runs: z.array(PlaybookRun) }),
})

import { PlaybookGraph, Trigger } from '@carapace/shared/msoc/playbooks/playbook'
import { z } from 'zod'

/** The mark of our files, so that another JSON file is refused with a reason. */
const format = 'carapace.playbooks'
const mostPlaybooks = 500

const Entry = z.object({
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(2_000).default(''),
  tags: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
  trigger: Trigger,
  graph: PlaybookGraph,
})
export type ExchangedPlaybook = z.output<typeof Entry>

/** The text of a file with playbooks. It has no uuids of runs and no secrets: only their names (PLAYBOOK-UI-4). */
export function exported(playbooks: readonly ExchangedPlaybook[]): string {
  return `${JSON.stringify({ format, version: 1, playbooks }, undefined, 2)}\n`
}

/** The playbooks of a file, and what cannot be read with the reason (rule PLAYBOOK-UI-4). */
export function imported(text: string): {
  readonly playbooks: readonly ExchangedPlaybook[]
  readonly refused: readonly string[]
} {
  const entries = entriesOf(text)
  if (typeof entries === 'string') return { playbooks: [], refused: [entries] }
  const read = entries.slice(0, mostPlaybooks).map((entry) => Entry.safeParse(entry))
  const refused = read.flatMap(({ error }, index) => (error ? [reasonOf(error, nameOf(entries[index], index))] : []))
  return { playbooks: read.flatMap(({ data }) => data ?? []), refused }
}

function entriesOf(text: string): readonly unknown[] | string {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return 'The file is not JSON.'
  }
  const { format: found, playbooks } = (typeof file === 'object' && file !== null ? file : {}) as Record<
    string,
    unknown
  >
  if (found !== format || !Array.isArray(playbooks)) return 'The file has no playbooks of this product.'
  return playbooks.length > mostPlaybooks ? `The file has more than ${mostPlaybooks} playbooks.` : playbooks
}

function nameOf(entry: unknown, index: number): string {
  const name = typeof entry === 'object' && entry !== null ? (entry as { name?: unknown }).name : undefined
  return typeof name === 'string' && name !== '' ? name : `Playbook ${index + 1}`
}

function reasonOf({ issues: [first] }: z.ZodError, name: string): string {
  const place = first?.path.map(String).join('.') ?? ''
  return `${name}: ${place === '' ? '' : `${place}: `}${first?.message ?? 'It cannot be read.'}`
}

import { z } from 'zod'
import { artefactKindNamed, linkKindNamed } from '../../artefact-kinds.ts'
import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import { artefactStatuses, decidedStatuses } from '../../graph/artefacts/statuses.ts'
import { hostileJson } from '../../core/documents/hostile-json.ts'
import type { ImportRow } from './import-rows.ts'
import { mapped } from '../../core/renamed-uuids.ts'

/**
 * A threat analysis as one JSON document, in which artefacts refer to one another by their codes; docs/exchange.md
 * describes it (rule EXCHANGE-18).
 */
export const exchangeFormat = 'carapace-tara'

const Exchange = z.strictObject({
  format: z.literal(exchangeFormat),
  version: z.literal(1),
  program: z.string().max(300),
  made_at: z.string().max(60),
  artefacts: z
    .array(
      z.strictObject({
        kind: z.string().max(60),
        code: z.string().min(1).max(60),
        title: z.string().max(300),
        status: z.enum(artefactStatuses),
        fields: z.record(z.string().max(60), z.unknown()),
      }),
    )
    .max(30_000),
  links: z.array(z.tuple([z.string().max(60), z.string().max(60), z.string().max(60)])).max(150_000),
})

interface ExchangedArtefact {
  readonly kind: string
  readonly code: string
  readonly title: string
  readonly status: string
  readonly fields: Readonly<Record<string, unknown>>
}

interface ExchangedProgram {
  readonly name: string
  readonly madeAt: string
  readonly artefacts: AsyncIterable<ExchangedArtefact>
  /** The kind, and the uuids of both ends. */
  readonly links: Iterable<readonly [string, string, string]>
  /** The code of each artefact of the program, by uuid. */
  readonly codes: ReadonlyMap<string, string>
}

/** The document, one line per artefact. In fields, a reference to an artefact is @ and its code. */
export async function* exchangeText({
  name,
  madeAt,
  artefacts,
  links,
  codes,
}: ExchangedProgram): AsyncGenerator<string> {
  const opening = JSON.stringify({ format: exchangeFormat, version: 1, program: name, made_at: madeAt })
  yield `${opening.slice(0, -1)},\n"artefacts":[`
  let separator = '\n'
  for await (const { kind, fields, ...head } of artefacts) {
    const { fields: shapes } = artefactKindNamed(kind)!
    const portableFields = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        shapes[field]?.input === 'own'
          ? mapped(value, (text) => (codes.has(text) ? `@${codes.get(text)}` : text))
          : value,
      ]),
    )
    yield `${separator}${JSON.stringify({ kind, ...head, fields: portableFields })}`
    separator = ',\n'
  }
  yield '],\n"links":['
  separator = '\n'
  for (const [kind, from, to] of links) {
    yield `${separator}${JSON.stringify([kind, codes.get(from), codes.get(to)])}`
    separator = ',\n'
  }
  yield ']}\n'
}

interface Exchanged extends ImportRow {
  readonly links: ImportRow['links'][number][]
}

/** Reads such a document as rows, from any writer. */
export function readExchange(text: string): Parsed<ImportRow[]> {
  const read = hostileJson(text)
  if (!read.ok) return read
  const checked = Exchange.safeParse(read.value)
  if (!checked.success)
    return refused(`${checked.error.issues[0]!.path.join('.')}: ${checked.error.issues[0]!.message}`)
  const { artefacts, links } = checked.data
  const byCode = new Map<string, Exchanged>()
  const rows: ImportRow[] = []
  for (const [i, { kind, code, title, status, fields }] of artefacts.entries()) {
    if (!artefactKindNamed(kind))
      return refused(`artefacts.${i}.kind: there are no artefacts of the kind ${JSON.stringify(kind)}.`)
    const row: Exchanged = {
      row: i + 1,
      kind,
      code,
      title,
      status: decidedStatuses.includes(status) ? undefined : status,
      fields,
      links: [],
    }
    byCode.set(code, row)
    rows.push(row)
  }
  for (const [i, [kind, from, to]] of links.entries()) {
    const row = byCode.get(from)
    const known = linkKindNamed(kind)
    if (!known || !row)
      return refused(
        known
          ? `links.${i}: there is no ${JSON.stringify(from)} in it.`
          : `links.${i}: there are no links of the kind ${JSON.stringify(kind)}.`,
      )
    row.links.push({ kind, side: 'to', code: to })
  }
  return parsed(rows)
}

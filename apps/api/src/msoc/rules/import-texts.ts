import { readFile } from 'node:fs/promises'
import { Failure } from '@carapace/shared/core/failure'
import { mostRules } from '@carapace/shared/msoc/rules/rules'
import { parseSigma } from '@carapace/shared/msoc/sigma/parse'
import { openZip } from '../../core/documents/zip-reader.ts'
import { withFile } from '../../core/spool.ts'

/** A rule's text as a file has it. */
export interface ImportedText {
  readonly file: string
  /** The line of the file on which it begins, from 1. */
  readonly line: number
  readonly text: string
}

/** What an import may unpack (rule RULE-44). */
const zipLimits = { entries: 10_000, entryBytes: 1024 * 1024, totalBytes: 64 * 1024 * 1024 }

/**
 * Reads the rules of a zip of YAML files, or of one YAML file (rule RULE-43).
 *
 * @throws {Failure} INVALID_INPUT when the zip is broken or too large, or has no YAML; when there are too many rules
 */
export async function readImport(name: string, body: AsyncIterable<Uint8Array>): Promise<ImportedText[]> {
  const texts: ImportedText[] = []
  await withFile(body, async (path) => {
    for await (const file of filesOf(name, path)) {
      texts.push(...rulesIn(file.name, file.text))
      if (texts.length > mostRules)
        throw new Failure('INVALID_INPUT', {
          message: `An import has at most ${mostRules.toLocaleString('en')} rules.`,
        })
    }
  })
  if (texts.length === 0)
    throw new Failure('INVALID_INPUT', { message: 'No rule was found: give YAML, or a zip of it.' })
  return texts
}

async function* filesOf(name: string, path: string): AsyncGenerator<{ name: string; text: string }> {
  const whole = await readFile(path)
  if (whole.subarray(0, 2).toString('latin1') !== 'PK') {
    yield { name, text: textOf(name, [whole]) }
    return
  }
  const zip = await openZip(path, zipLimits)
  try {
    for (const entry of zip.names.filter((one) => /\.ya?ml$/i.test(one)).sort()) {
      const pieces: Uint8Array[] = []
      for await (const piece of zip.read(entry)) pieces.push(piece)
      yield { name: entry, text: textOf(entry, pieces) }
    }
  } finally {
    zip.close()
  }
}

function textOf(file: string, pieces: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
  } catch (error) {
    throw new Failure('INVALID_INPUT', { message: `${file} is not UTF-8 text.`, cause: error })
  }
}

/** Each document is a rule; a correlation with the rules that feed it is one, as it is stored (rule RULE-43). */
export function rulesIn(file: string, text: string): ImportedText[] {
  if (isOneRule(text)) return [{ file, line: 1, text }]
  const found: ImportedText[] = []
  let line = 1
  // a line that begins with --- ends a document wherever it is
  for (const part of text.split(/^(?=---(?:\s|$))/m)) {
    const document = part.replace(/^---[ \t]*\r?\n?/, '')
    const begun = line + (part.length > document.length && part.includes('\n') ? 1 : 0)
    line += part.split('\n').length - 1
    if (/^[^\s#]/m.test(document.replace(/^\.\.\.\s*$/m, ''))) found.push({ file, line: begun, text: document })
  }
  return found
}

function isOneRule(text: string): boolean {
  const { documents, faults } = parseSigma(text)
  const correlations = documents.filter(({ kind }) => kind === 'correlation')
  if (faults.length > 0 || correlations.length === 0 || documents.length === 1) return false
  const used = new Set(
    correlations.flatMap((one) => (one.kind === 'correlation' ? one.rules : [])).map(({ rule }) => rule),
  )
  return documents.filter(({ id, name }) => !used.has(id ?? '') && !used.has(name ?? '')).length === 1
}

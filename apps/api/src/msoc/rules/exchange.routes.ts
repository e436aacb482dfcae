import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { exportRules, importRules, installPack, listPacks } from '@carapace/shared/msoc/rules/rules.contract'
import { zipOf } from '../../core/documents/zip-writer.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { storeImported } from './importing.ts'
import { readImport } from './import-texts.ts'
import { packsFor, storePack } from './packs.ts'
import { newestTexts, type NamedText } from './texts.queries.ts'

/** Rules as files, and the packs that come with the product. Rules RULE-43 to RULE-45 and RULE-54 of the SPEC.md. */
export async function ruleExchangeRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, exportRules).streams(async ({ input: { uuids }, caller: { org } }) => {
    const texts = await newestTexts(db, org, uuids)
    if (uuids !== undefined && texts.length < new Set(uuids).size) throw new Failure('NOT_FOUND')
    return {
      fileName: 'rules.zip',
      content: zipOf(fileNames(texts).map(([name, text]) => ({ name, content: () => [text] }))),
    }
  })

  serve(app, importRules).with(async ({ input: { name }, body, caller }) => {
    const texts = await readImport(name, body)
    return { success: true, ...(await db.transaction((tx) => storeImported(tx, caller, texts))) }
  })

  serve(app, listPacks).with(async ({ caller: { org } }) => ({ packs: await packsFor(db, org) }))

  serve(app, installPack).with(async ({ input: { name }, caller }) => ({
    success: true,
    ...(await db.transaction((tx) => storePack(tx, caller, name))),
  }))
}

/** A file name for each rule: its title in small letters; a number where two have one title. */
function fileNames(texts: readonly NamedText[]): [string, string][] {
  const used = new Map<string, number>()
  return texts.map(({ title, text }) => {
    const plain = title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 80)
    const name = plain || 'rule'
    const number = (used.get(name) ?? 0) + 1
    used.set(name, number)
    return [number === 1 ? `${name}.yml` : `${name}-${number}.yml`, text]
  })
}

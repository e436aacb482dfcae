import { cryptoAssetTypes } from '@carapace/shared/sbom/cbom/crypto-asset'
import { cryptoClasses, cryptoRuleIds, cryptoSeverities } from '@carapace/shared/sbom/cbom/crypto-rules'
import { z } from 'zod'

export const cryptoTabs = ['overview', 'assets', 'migration', 'certificates', 'policy'] as const
export type CryptoTab = (typeof cryptoTabs)[number]

/** Values separated by commas; unknown ones are dropped. */
const wordsOf = <Word extends string>(known: readonly Word[]) =>
  z
    .string()
    .max(2_000)
    .transform((value) => {
      const words = new Set(value.split(','))
      return known.filter((word) => words.has(word)).join(',') || undefined
    })
    .optional()
    .catch(undefined)

const uuid = z.uuid().optional().catch(undefined)

/** The address of the cryptography page: its scope, its tab, the filters of its list, and the open asset. */
export const CryptoSearch = z.object({
  projectId: uuid,
  release: uuid,
  tab: z.enum(cryptoTabs).optional().catch(undefined),
  q: z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, 100) || undefined)
    .optional()
    .catch(undefined),
  type: wordsOf(cryptoAssetTypes),
  class: wordsOf(cryptoClasses),
  rule: wordsOf(cryptoRuleIds),
  severity: wordsOf(cryptoSeverities),
  /** The id of the open asset. */
  asset: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .catch(undefined),
})
export type CryptoSearch = z.output<typeof CryptoSearch>

/** The releases that the page is about. */
export function scopeOf({ projectId, release }: CryptoSearch) {
  return {
    ...(release !== undefined && { release_uuid: release }),
    ...(projectId !== undefined && release === undefined && { program_uuid: projectId }),
  }
}

/** What the server is asked for the list. */
export function filterOf(search: CryptoSearch) {
  const { q, type, class: of, rule, severity } = search
  return { ...scopeOf(search), ...stated({ q, type, class: of, rule, severity }) }
}

const stated = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

export const isNarrowed = ({ q, type, class: of, rule, severity }: CryptoSearch): boolean =>
  [q, type, of, rule, severity].some((value) => value !== undefined)

/** Another tab of the same scope. */
export const onTab = ({ projectId, release }: CryptoSearch, tab: CryptoTab): CryptoSearch => ({
  ...CryptoSearch.parse({ projectId, release }),
  ...(tab !== 'overview' && { tab }),
})

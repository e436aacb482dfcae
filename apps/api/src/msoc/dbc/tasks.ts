import type { DbcChange } from '@carapace/shared/msoc/can/dbc.contract'
import { deriveProfile, named, refusalOf } from '@carapace/shared/msoc/can/derive'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import { compileDbc } from '@carapace/shared/msoc/dbc/compile'
import { diffDbcs } from '@carapace/shared/msoc/dbc/diff'
import type { Dbc } from '@carapace/shared/msoc/dbc/model'
import { type Fault, parseDbc } from '@carapace/shared/msoc/dbc/parse'

/** What the library stores about a text, or why it refuses the text. */
type Summary =
  | { readonly messages: number; readonly signals: number; readonly warnings: readonly Fault[] }
  | { readonly faults: readonly Fault[] }

type Made = { readonly profile: CanProfile } | { readonly refused: string }

/** Maximum differences returned at once. */
const mostChangesShown = 2_000

/** Tasks on the texts of CAN databases, outside of the main thread (rule DBC-26). */
export const dbcTasks = {
  summarise(text: string): Summary {
    const read = parseDbc(text)
    if (read.dbc === undefined) return { faults: read.faults }
    const { messages } = read.dbc
    return {
      messages: messages.length,
      signals: messages.reduce((sum, { signals }) => sum + signals.length, 0),
      warnings: read.warnings,
    }
  },

  diff({ before, after }: { readonly before: string; readonly after: string }): {
    readonly changes: DbcChange[]
    readonly total: number
  } {
    const changes = diffDbcs(known(before), known(after))
    return { changes: changes.slice(0, mostChangesShown), total: changes.length }
  },

  /** Derives a profile from the text alone. */
  derive: (text: string): Made => made(deriveProfile(compileDbc(known(text)))),

  /** Adds the text's names and ranges to a learned profile. */
  name({ text, profile }: { readonly text: string; readonly profile: CanProfile }): Made {
    const dbc = compileDbc(known(text))
    return made({ ...profile, ids: profile.ids.map((id) => named(id, dbc)) })
  },
}

/** Parses a text of the library, which was parsed successfully when it was uploaded. */
function known(text: string): Dbc {
  const read = parseDbc(text)
  if (read.dbc === undefined) throw new Error(`a text of the library can no longer be read: ${read.faults[0]!.reason}`)
  return read.dbc
}

function made(profile: CanProfile): Made {
  const refused = refusalOf(profile)
  return refused === undefined ? { profile } : { refused }
}

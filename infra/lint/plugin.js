import { lineWidth } from './line-width.js'
import { ownedQueries } from './owned-queries.js'
import { plainEnglish } from './plain-english.js'

/** The rules of this repository, for oxlint (see .oxlintrc.json). */
export default {
  meta: { name: 'carapace' },
  rules: { 'line-width': lineWidth, 'owned-queries': ownedQueries, 'plain-english': plainEnglish },
}

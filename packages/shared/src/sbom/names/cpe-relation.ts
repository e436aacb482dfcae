import { cpeAttributes, type CpeName, type CpeText, type CpeValue } from './cpe.ts'

/** How the set of products of one name relates to that of another; undetermined where wildcards leave it open. */
export type CpeRelation = 'superset' | 'subset' | 'equal' | 'disjoint' | 'undetermined'

/**
 * How `source` relates to `target`: disjoint if one attribute is, superset or subset if all attributes are that or
 * equal (NIST IR 7696, clause 6.2; rule CPE-5).
 */
export function relationOfCpe(source: CpeName, target: CpeName): CpeRelation {
  const relations = cpeAttributes.map((attribute) => relationOfValue(source[attribute], target[attribute]))
  if (relations.includes('disjoint')) return 'disjoint'
  const distinct = new Set(relations.filter((relation) => relation !== 'equal'))
  if (distinct.size === 0) return 'equal'
  return distinct.size === 1 ? [...distinct][0]! : 'undetermined'
}

/** Whether every product of `target` is one of `source`: the relation by which a configuration of NVD applies. */
export function includesCpe(source: CpeName, target: CpeName): boolean {
  const relation = relationOfCpe(source, target)
  return relation === 'superset' || relation === 'equal'
}

/** How one value relates to another, whatever their case (NIST IR 7696, table 6-2; rule CPE-4). */
export function relationOfValue(source: CpeValue, target: CpeValue): CpeRelation {
  if (typeof target === 'object' && hasWildcards(target)) return 'undetermined'
  if (source === 'ANY') return target === 'ANY' ? 'equal' : 'superset'
  if (target === 'ANY') return 'subset'
  if (source === 'NA' || target === 'NA') return source === target ? 'equal' : 'disjoint'
  const text = target.text.toLowerCase()
  if (!hasWildcards(source)) return source.text.toLowerCase() === text ? 'equal' : 'disjoint'
  return matches(source, text) ? 'superset' : 'disjoint'
}

const hasWildcards = ({ before, after }: CpeText): boolean => before !== 0 || after !== 0

/** Whether the text has the pattern's with no more around it than its wildcards permit. */
function matches(pattern: CpeText, text: string): boolean {
  const rest = text.length - pattern.text.length
  if (rest < 0) return false
  const latest = pattern.before === 'any' ? rest : Math.min(rest, pattern.before)
  const earliest = pattern.after === 'any' ? 0 : Math.max(0, rest - pattern.after)
  if (earliest > latest) return false
  return text.slice(earliest, latest + pattern.text.length).includes(pattern.text.toLowerCase())
}

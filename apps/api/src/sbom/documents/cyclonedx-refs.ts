import { childOf, type XmlNode } from '@carapace/shared/core/documents/xml-tree'
import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import type { Fields } from './fields.ts'
import { pointerStep } from './json.ts'
import { mostFaults } from './limits.ts'

interface Visit {
  readonly value: object
  readonly place: string
}

/** Rules of CycloneDX that its schemas only state in words (rule BOM-3): the faults, at most 100. */
export function wordedFaults(document: Fields): readonly BomFault[] {
  const seen = new Map<string, string>()
  const faults: BomFault[] = []
  const stack: Visit[] = [{ value: document, place: '' }]
  for (let visit = stack.pop(); visit && faults.length < mostFaults; visit = stack.pop()) {
    const { value, place } = visit
    if (!Array.isArray(value)) {
      const fields = value as Fields
      const ref = fields['bom-ref']
      const before = typeof ref === 'string' ? seen.get(ref) : undefined
      if (before !== undefined)
        faults.push({ place: `${place}/bom-ref`, message: `The bom-ref is that of ${before || 'the document'} too.` })
      else if (typeof ref === 'string') seen.set(ref, place)
      faults.push(...rangeFaults(fields, place))
    }
    const inside: Visit[] = []
    for (const [key, each] of Object.entries(value))
      // the steps of a formulation repeat refs, also in the official examples
      if (!(place === '' && key === 'formulation') && typeof each === 'object' && each !== null)
        inside.push({ value: each as object, place: place + pointerStep(key) })
    for (const each of inside.reverse()) stack.push(each)
  }
  return faults
}

/** CycloneDX 1.7: a range of versions is for external components, in place of a version. */
function rangeFaults(fields: Fields, place: string): readonly BomFault[] {
  if (fields['versionRange'] === undefined || fields['name'] === undefined) return []
  const at = `${place}/versionRange`
  if (fields['version'] !== undefined)
    return [{ place: at, message: 'A component has a version or a range, not both.' }]
  if (fields['isExternal'] !== true)
    return [{ place: at, message: 'Only an external component (isExternal: true) has a range of versions.' }]
  return []
}

/** The same rules for XML; that refs are unique is in its schema. */
export function wordedXmlFaults(root: XmlNode): readonly BomFault[] {
  const faults: BomFault[] = []
  const stack = [root]
  for (let node = stack.pop(); node && faults.length < mostFaults; node = stack.pop()) {
    for (const child of node.children) stack.push(child)
    const range = node.name === 'component' ? childOf(node, 'versionRange') : undefined
    if (!range) continue
    const fields: Record<string, unknown> = { name: '', versionRange: range.text }
    if (childOf(node, 'version')) fields['version'] = ''
    if (/^(?:true|1)$/.test(node.attributes['isExternal'] ?? '')) fields['isExternal'] = true
    faults.push(...rangeFaults(fields, '').map(({ message }) => ({ place: `line ${range.line}`, message })))
  }
  return faults
}

import type { Bom, BomFormat } from '@carapace/shared/sbom/documents/bom'
import { cycloneDxXml } from './cyclonedx-xml.ts'
import { createLost, type Lost } from './lost.ts'
import { tagValueOf } from './tag-value.ts'
import { cycloneDxOf } from './to-cyclonedx.ts'
import { spdx2Of } from './to-spdx2.ts'
import { spdx3Of } from './to-spdx3.ts'

/** The formats that are written: CycloneDX 1.6, SPDX 2.3 and SPDX 3.0.1. */
export type WritableBomFormat = Exclude<BomFormat, 'SPDX YAML' | 'SPDX XML'>

const writers: Readonly<Record<WritableBomFormat, (bom: Bom, now: string, lost: Lost) => string>> = {
  'CycloneDX JSON': (bom, now, lost) => jsonText(cycloneDxOf(bom, now, lost)),
  'CycloneDX XML': (bom, now, lost) => cycloneDxXml(cycloneDxOf(bom, now, lost), lost),
  'SPDX JSON': (bom, now, lost) => jsonText(spdx2Of(bom, now, lost)),
  'SPDX tag-value': (bom, now, lost) => tagValueOf(spdx2Of(bom, now, lost)),
  'SPDX 3 JSON-LD': (bom, now, lost) => jsonText(spdx3Of(bom, now, lost)),
}

/**
 * Writes a bill of materials in a format, with a list of what the format can't hold; `now` (ISO 8601) stands where the
 * document gives no time (rule BOM-14). The original bytes are kept: this is for those who want another format.
 */
export function convertBom(
  bom: Bom,
  format: WritableBomFormat,
  now: string,
): { readonly text: string; readonly lost: readonly string[] } {
  const lost = createLost()
  for (const line of bom.ignored) lost.add(line)
  const text = writers[format](bom, now, lost)
  return { text, lost: lost.list() }
}

function jsonText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

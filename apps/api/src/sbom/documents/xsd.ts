import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlLibError,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
  XsdValidator,
} from 'libxml2-wasm'
import { type CycloneDxVersion, schemaFile } from './cyclonedx-schemas.ts'
import { mostFaults } from './limits.ts'

const validators = new Map<CycloneDxVersion, XsdValidator>()
const base = 'file:///schemas/'

/** The official XSD of a version; it includes one other file, which is given to libxml2 while it reads, and no more. */
function validatorOf(version: CycloneDxVersion): XsdValidator {
  const before = validators.get(version)
  if (before) return before
  const name = `bom-${version}.SNAPSHOT.xsd`
  const licences = 'spdx.SNAPSHOT.xsd'
  xmlRegisterInputProvider(new XmlBufferInputProvider({ [base + licences]: Buffer.from(schemaFile(licences)) }))
  const schema = XmlDocument.fromString(schemaFile(name), { url: base + name })
  try {
    const validator = XsdValidator.fromDoc(schema)
    validators.set(version, validator)
    return validator
  } finally {
    schema.dispose()
    xmlCleanupInputProvider()
  }
}

/** How libxml2 reads the text of a document: nothing is loaded, and its size was limited before. */
export const xmlOptions =
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_SYS_CATALOG |
  ParseOption.XML_PARSE_IGNORE_ENC |
  ParseOption.XML_PARSE_BIG_LINES |
  ParseOption.XML_PARSE_HUGE

/** The faults of an XML text against the official schema of its version, at most 100. */
export function xsdFaults(text: string, version: CycloneDxVersion): readonly BomFault[] {
  const validator = validatorOf(version)
  let document: XmlDocument | undefined
  try {
    document = XmlDocument.fromBuffer(Buffer.from(text), { option: xmlOptions })
    validator.validate(document)
    return []
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error
    const faults = error.details
      .slice(0, mostFaults)
      .map(({ line, message }) => ({ place: `line ${line}`, message: plain(message) }))
    return faults.length ? faults : [{ place: '', message: plain(error.message) }]
  } finally {
    document?.dispose()
  }
}

function plain(message: string): string {
  const text = message.replaceAll(/\{http:\/\/cyclonedx\.org\/schema\/[^}]*\}/g, '').trim()
  return text.length > 400 ? `${text.slice(0, 400)} …` : text
}

/** The largest document that is read, as it comes. */
export const mostBytes = 100_000_000
/** The largest document after unpacking: a smaller file that unpacks to more is refused. */
export const mostUnpackedBytes = 600_000_000
/** The largest XML document: its two trees need twenty times its size. */
export const mostXmlBytes = 50_000_000
/** How deep lists, objects and elements may be nested. CycloneDX needs two levels a nested component. */
export const deepest = 256
/**
 * The most values of a JSON document, by its opening brackets and commas: each takes memory, however short. A document
 * of 600 MB has some 40 million.
 */
export const mostValues = 60_000_000
/** The most faults that are reported of a document. */
export const mostFaults = 100
/** The most ignored fields that are listed of a document. */
export const mostIgnored = 100
/** The most components of a document. */
export const mostComponents = 1_000_000
/** The most edges between components, of a document. */
export const mostEdges = 5_000_000
/** The largest signature of an XML document, in UTF-16 units: one with a chain of certificates has some 10,000. */
export const mostSignatureSize = 1_000_000
/**
 * The most work of an XML document's canonical form: of all elements together, the squares of the namespaces in scope
 * and of the attributes, since libxml2 compares each with each. A document of 50 MB with two namespaces has some ten
 * million.
 */
export const mostCanonicalWork = 200_000_000
/** The most prefixes that a signature in XML lists for the exclusive canonical form. */
export const mostPrefixes = 20

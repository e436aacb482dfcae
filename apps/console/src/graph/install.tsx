import type { EngineeringInstall } from './page/kind-parts.ts'

/** What the graph of artefacts adds to the console: programs and what is in them are found in the palette. */
export const graph: EngineeringInstall = {
  name: 'graph',
  finders: [
    {
      name: 'programs',
      order: 40,
      licence: 'LIFECYCLE_CONCEPT_PHASE',
      find: async (...args) => (await import('./programs/palette.tsx')).programs(...args),
    },
    {
      name: 'what is in this program',
      order: 50,
      licence: 'LIFECYCLE_CONCEPT_PHASE',
      find: async (words, options) =>
        options.programId === undefined
          ? []
          : (await import('./programs/palette-artefacts.tsx')).artefacts(words, options.programId, options),
    },
  ],
}

import type { EngineeringInstall } from './page/kind-parts.ts'

/** What the graph module adds to the console: the palette finds programs and their artefacts. */
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
      name: 'artefacts of this program',
      order: 50,
      licence: 'LIFECYCLE_CONCEPT_PHASE',
      find: async (words, options) =>
        options.programId === undefined
          ? []
          : (await import('./programs/palette-artefacts.tsx')).artefacts(words, options.programId, options),
    },
  ],
}

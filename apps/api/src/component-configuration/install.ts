import type { Install } from '../module.ts'

/** Variants, parts and approved combinations, and which vehicles have which software. */
export const componentConfiguration: Install = () => ({})

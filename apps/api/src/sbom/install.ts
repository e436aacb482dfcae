import type { Install } from '../module.ts'

/** Software, its releases and their bills of materials. */
export const sbom: Install = () => ({})

/** The list of releases: its saved views are kept under this path. */
export const releasesPage = '/org/sbom'

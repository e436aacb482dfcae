/** A vulnerability of zlib, which the demo's gateway has; as NVD publishes it, and not shipped with the product. */
export const newCve = {
  cve: {
    id: 'CVE-2023-45853',
    sourceIdentifier: 'cve@mitre.org',
    published: '2023-10-14T02:15:09.323',
    lastModified: '2024-12-20T17:41:31.210',
    vulnStatus: 'Modified',
    descriptions: [{ lang: 'en', value: 'A heap overflow in the MiniZip of zlib through 1.3 by a long file name.' }],
    metrics: {
      cvssMetricV31: [
        {
          source: 'nvd@nist.gov',
          type: 'Primary',
          cvssData: {
            version: '3.1',
            vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
            baseScore: 9.8,
            baseSeverity: 'CRITICAL',
          },
        },
      ],
    },
    weaknesses: [{ source: 'nvd@nist.gov', type: 'Primary', description: [{ lang: 'en', value: 'CWE-190' }] }],
    configurations: [
      {
        nodes: [
          {
            operator: 'OR',
            negate: false,
            cpeMatch: [
              {
                vulnerable: true,
                criteria: 'cpe:2.3:a:zlib:zlib:*:*:*:*:*:*:*:*',
                versionEndExcluding: '1.3.1',
                matchCriteriaId: '7A3F0B0E-0C6D-4B3C-9C5E-6C1B7C1F0F4D',
              },
            ],
          },
        ],
      },
    ],
    references: [],
  },
}

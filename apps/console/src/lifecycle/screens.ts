import type { Area } from '../core/install/module-install.ts'

/** The screens of the lifecycle. The paths stay as spelt, since users have them in their bookmarks. */
export const lifecycleAreas: readonly Area[] = [
  { under: '/org', open: 'valid', rows: [['', 'Dashboard']] },
  { under: '/org/lifecycle', open: 'valid', rows: [['/dashboard', 'Dashboard']] },
  {
    under: '/org/lifecycle',
    rows: [
      ['/programs', 'Programs'],
      ['/projects', 'Projects'],
      ['/projects/create', 'New project', '/projects'],
      ['/projects/zip', 'Project archives', '/projects'],
      ['/projects/zip-upload', 'Upload of project archives', '/projects'],
      ['/compliance', 'Compliance'],
      ['/methods', 'Methods'],
      ['/custome-tree', 'Custom tree'],
      ['/threat-tree', 'Threat tree'],
      ['/integrations', 'Integrations'],
    ],
  },
  {
    under: '/org/lifecycle',
    query: 'programId',
    rows: [
      ['/program', 'Program', '/programs'],
      ['/programs/view', 'Program', '/programs'],
      ['/projects/view', 'Project'],
      ['/projects/view/manage', 'Program management'],
      ['/projects/view/system-configuration', 'Program Configuration'],
      ['/projects/view/asset-identify', 'Asset Identification'],
      ['/projects/view/threat-analysis', 'Threat Analysis'],
      ['/projects/view/item-definition', 'Item Definition'],
      ['/projects/view/residual-risk', 'Residual Risk'],
      ['/projects/view/residual-risk-security-control', 'Security controls', '/projects/view/residual-risk'],
      ['/projects/view/security-concepts', 'Security Concept'],
      ['/projects/view/requirements-management', 'Requirements Management'],
      ['/projects/view/event-definition', 'Event Definition'],
      ['/projects/view/cyber-securityverification-report', 'Verification Report'],
      ['/projects/view/compliance-summary', 'Compliance Summary'],
      ['/projects/view/attack-tree', 'Attack Tree'],
      ['/projects/view/add-requirements', 'Program Requirements'],
      ['/projects/view/mapping-requirements', 'Requirements Mapping'],
      ['/projects/view/flow-diagram', 'Flow diagram', '/projects/view/item-definition'],
      ['/projects/product-development/dashboard', 'Product Development'],
      ['/projects/product-development/requirement-summary', 'Requirement Summary'],
      ['/projects/product-development/design-specification', 'Design Specification'],
      ['/projects/product-development/test-cases-creation', 'Test Cases Creation'],
      ['/projects/product-development/integration-verification', 'Integration and Verification'],
      ['/projects/product-development/cybersecurity-validation', 'Cyber Security Validation'],
      ['/projects/production', 'Production Control'],
      ['/projects/decommissioning', 'Asset Decommissioning'],
    ],
  },
]

const view = '/org/lifecycle/projects/view'
const development = '/org/lifecycle/projects/product-development'

/** The lists of which views can be saved. */
export const lifecycleViewPages: readonly string[] = [
  `${view}/item-definition`,
  `${view}/asset-identify`,
  `${view}/threat-analysis`,
  `${view}/residual-risk`,
  `${view}/residual-risk-security-control`,
  `${view}/security-concepts`,
  `${view}/event-definition`,
  `${view}/requirements-management`,
  `${view}/add-requirements`,
  `${view}/cyber-securityverification-report`,
  `${development}/requirement-summary`,
  `${development}/design-specification`,
  `${development}/test-cases-creation`,
  `${development}/integration-verification`,
  `${development}/cybersecurity-validation`,
  '/org/lifecycle/projects/production',
  '/org/lifecycle/projects/decommissioning',
]

import type { Area } from './area.ts'

/** What can be looked at of one asset: the path's last word, and the tab. */
const assetTabs = [
  ['info', 'Info'], ['vehicles', 'Vehicles'], ['carapace-score', 'Carapace score'], ['live-location', 'Live location'], ['health', 'Health'], ['threats', 'Threats'],
  ['vulnerabilities', 'Vulnerabilities'], ['sbom-alerts', 'SBOM alerts'], ['security-events', 'Security events'], ['syslog', 'Syslog'], ['ids-can', 'IDS CAN'],
  ['ids-can-packet-analyzer', 'CAN packet analyzer'], ['ids-eth', 'IDS Ethernet'], ['ids-host', 'IDS host'], ['telematics-v3', 'Telematics v3'],
  ['telematics-v1', 'Telematics v1'], ['diagnostics', 'Diagnostics'], ['infrastructure', 'Infrastructure'], ['phone-as-a-key', 'Phone as a key'], ['v2x', 'V2X'],
  ['dealership', 'Dealership'], ['smc', 'SMC'], ['vkms', 'VKMS'],
] as const

/** Where events and alerts can come from and go to. */
const integrations = [
  ['hive', 'TheHive'], ['jira', 'Jira'], ['polarion', 'Polarion'], ['os-ticket', 'osTicket'], ['shuffle', 'Shuffle'], ['rest-api', 'REST API'], ['python-sdk', 'Python SDK'],
  ['misp', 'MISP'], ['cortex', 'Cortex'], ['attack-workbench', 'ATT&CK Workbench'], ['iris', 'IRIS'], ['grafana', 'Grafana'], ['superset', 'Superset'],
  ['syslog-server', 'Syslog server'], ['influxdb', 'InfluxDB'], ['getting-started', 'Getting started'], ['request-integration', 'Request an integration'], ['smtp', 'SMTP'],
  ['teams', 'Teams'], ['slack', 'Slack'],
] as const

/** The screens of the security operations centre. */
export const operationsAreas: readonly Area[] = [
  {
    module: 'msoc', under: '/org/msoc/dashboard',
    rows: [
      ['', 'Dashboard'],
      ['/live-map', 'Live map'],
      ['/projects', 'Vehicles'],
      ...assetTabs.map(([word, title]) => [`/projects/${word}`, title, '/projects'] as const),
      ...assetTabs.map(([word, title]) => [`/projects/vehicle/${word}`, title, '/projects'] as const),
      ['/project/vehicle', 'New vehicle', '/projects'],
      ['/assets', 'Assets'],
      ['/assets/programs', 'Programs', '/assets'],
      ['/assets/clusters', 'Clusters', '/assets'],
      ['/assets/programs-by-project', 'Programs by project', '/assets'],
      ['/assets/vehicle-data', 'Vehicle data', '/assets'],
      ['/asset-register', 'Import vehicles', '/projects'],
      ['/notifications', 'Notifications'],
      ['/notifications/sbom', 'SBOM notifications', '/notifications'],
      ['/notifications/security', 'Security notifications', '/notifications'],
      ['/reports', 'Reports'],
      ['/reports/security-events', 'Security events', '/reports'],
      ['/reports/autocrypt', 'AutoCrypt', '/reports'],
      ['/integrations', 'Integrations'],
      ...integrations.map(([word, title]) => [`/integrations/${word}`, title, '/integrations'] as const),
      ['/jobs', 'Jobs'],
      ['/jobs/current', 'Current jobs', '/jobs'],
      ['/jobs/completed', 'Completed jobs', '/jobs'],
      ['/jobs/failed', 'Failed jobs', '/jobs'],
      ['/analyzers', 'Analyzers'],
      ['/analyzers/default-view', 'Default view', '/analyzers'],
      ['/analyzers/syslog-event-monitor', 'Syslog event monitor', '/analyzers'],
      ['/analyzers/vehicle-db-viewer', 'Vehicle DB viewer', '/analyzers'],
      ['/analyzers/ids-viewer', 'IDS viewer', '/analyzers'],
      ['/analyzers/secure-tcui-ids-viewer', 'Secure TCUI IDS viewer', '/analyzers'],
      ['/analyzers/telematics-viewer', 'Telematics viewer', '/analyzers'],
      ['/analyzers/captures', 'Captures', '/analyzers'],
      ['/analyzers/profiles', 'CAN profiles', '/analyzers'],
      ['/rules', 'Rules'],
      ['/rules/create', 'New rule', '/rules'],
      ['/observable', 'Observable'],
      ['/observable/create', 'New observable', '/observable'],
      ['/alert-management', 'Alert Management'],
      ['/alert-management/general', 'Alert', '/alert-management'],
      ['/case-management', 'Case Management'],
      ['/case-management/general', 'Case', '/case-management'],
      ['/playbooks', 'Playbooks'],
      ['/playbooks/can-id-spoof-detect', 'CAN id spoof detection', '/playbooks'],
      ['/kb', 'Knowledge Base'],
      ['/kb/register-asset', 'Register an asset', '/kb'],
      ['/kb/deploy-hive', 'Deploy TheHive', '/kb'],
      ['/newsfeeds', 'Newsfeeds'],
      ['/newsfeeds/automotive-industry-1', 'Automotive industry', '/newsfeeds'],
      ['/newsfeeds/automotive-industry-2', 'Automotive industry, second feed', '/newsfeeds'],
      ['/newsfeeds/internal-product-release', 'Product releases', '/newsfeeds'],
    ],
  },
]

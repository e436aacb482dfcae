/** Import rules: docs/architecture.md gives the reasons. `npm test` also asserts that enough modules were parsed. */
const module_ = (app) => `^apps/${app}/src/([^/]+)/`

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'apps-stay-apart',
      comment: 'Apps never import apps.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/' },
      to: { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'shared-is-below',
      comment: 'Shared imports no app.',
      severity: 'error',
      from: { path: '^packages/shared/' },
      to: { path: '^(apps|infra|load-tests)/' },
    },
    ...['api', 'ingest', 'console'].map((app) => ({
      name: `${app}-modules-stay-apart`,
      comment:
        'A module imports itself, core, graph and shared. ' +
        'Only main, app, the list of modules and shell name several modules. All modules may import account.',
      severity: 'error',
      from: { path: module_(app), pathNot: `^apps/${app}/src/shell/` },
      to: { path: `^apps/${app}/src/[^/]+/`, pathNot: `^apps/${app}/src/($1|core|graph|account)/` },
    })),
    {
      name: 'addresses-load-no-contract',
      comment: 'All addresses are in the script that every page loads first: they take word lists from small files.',
      severity: 'error',
      from: { path: '^apps/console/src/.*/search[.]ts$' },
      to: { path: '[.]contract[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-graph-knows-no-module',
      comment: 'Artefact pages get parts that only one kind has from kind parts (graph/page/kind-parts.ts).',
      severity: 'error',
      from: { path: '^apps/console/src/graph/' },
      to: {
        path: '^(apps/console|packages/shared)/src/[^/]+/',
        pathNot: '^(apps/console/src/(core|graph|account)|packages/shared/src/(core|graph|account))/',
      },
    },
    {
      name: 'console-core-knows-no-module',
      comment: 'Modules extend core through their installs. Every module uses the words for severities.',
      severity: 'error',
      from: { path: '^apps/console/src/core/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(apps/console|packages/shared)/src/[^/]+/',
        pathNot: '^(apps/console/src/core/|packages/shared/src/((core|account)/|msoc/severity\\.ts$))',
      },
    },
    {
      name: 'console-shell-knows-no-module',
      comment: 'What modules add to pages, the first page and the wall comes from their installs (installs.ts).',
      severity: 'error',
      from: { path: '^apps/console/src/shell/' },
      to: { path: '^apps/console/src/[^/]+/', pathNot: '^apps/console/src/(core|graph|account|shell)/' },
    },
    {
      name: 'core-knows-no-module',
      comment: 'In shared: core <- account <- graph <- the other modules.',
      severity: 'error',
      from: { path: '^packages/shared/src/core/' },
      to: { path: '^packages/shared/src/', pathNot: '^packages/shared/src/(core/|modules\\.ts|permissions\\.ts)' },
    },
    {
      name: 'account-is-low',
      severity: 'error',
      from: { path: '^packages/shared/src/account/' },
      to: {
        path: '^packages/shared/src/',
        pathNot: '^packages/shared/src/(core/|account/|modules\\.ts|permissions\\.ts)',
      },
    },
    {
      name: 'graph-knows-no-module',
      comment:
        'The graph gets module extensions from lists of modules (artefact-kinds.ts, the installs), not from modules.',
      severity: 'error',
      from: { path: '^packages/shared/src/graph/' },
      to: {
        path: '^packages/shared/src/',
        pathNot:
          '^packages/shared/src/' +
          '(core/|account/|graph/|modules\\.ts|permissions\\.ts|artefact-kinds\\.ts|installs\\.ts)',
      },
    },
    {
      name: 'api-graph-knows-no-module',
      comment: "The api's graph reads no module's rules, tables or contracts.",
      severity: 'error',
      from: { path: '^apps/api/src/graph/' },
      to: { path: '^packages/shared/src/[^/]+/', pathNot: '^packages/shared/src/(core|account|graph)/' },
    },
    {
      name: 'api-core-knows-no-module',
      severity: 'error',
      from: { path: '^apps/api/src/core/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/shared/src/[^/]+/', pathNot: '^packages/shared/src/(core|account)/' },
    },
    {
      name: 'tables-stay-on-the-server',
      comment: '*.table.ts, *.series.ts and *.queries.ts never reach the console.',
      severity: 'error',
      from: { path: '^apps/console/' },
      to: { path: '\\.(table|series|queries)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-has-its-places',
      comment: 'SQL and Drizzle live in tables, series, queries, sinks and the core files of the database.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot:
          '(\\.(table|series|queries|sink)\\.ts|\\.test\\.ts' +
          '|core/(owned|db|database|sql-array|time-series/time-series|senders)\\.ts' +
          '|app\\.ts|msoc/(detect/fleet|jobs|batch|storing/signal-ids)\\.ts)$',
      },
      to: { path: 'node_modules/drizzle-orm' },
    },
    {
      name: 'one-door-pg-copy',
      severity: 'error',
      from: { pathNot: '/core/|\\.test\\.ts$' },
      to: {
        path:
          'node_modules/(pg-boss|csv-stringify|pg-copy-streams|prom-client|kafkajs|nats|@nats-io|openid-client' +
          '|maplibre-gl|mapbox-gl|echarts|nodemailer|@sentry|@xyflow|@dagrejs)/',
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/|route-tree\\.gen\\.ts$' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
}

import { runMain } from '@carapace/shared/core/run-main'
import { startIngest } from './app.ts'
import { readSettings } from './core/settings.ts'

await runMain(
  () => startIngest(readSettings(process.env)),
  ({ port, syslogPort, syslogTlsPort }) => ({ port, syslog_port: syslogPort, syslog_tls_port: syslogTlsPort }),
)

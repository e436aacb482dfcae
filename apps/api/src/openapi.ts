import { buildApi } from './app.ts'
import { readSettings } from './core/settings.ts'

/** The OpenAPI document of every call, as text; made from the contracts, without a database being asked. */
export async function apiDocument(): Promise<string> {
  const { app, stop } = await buildApi(
    readSettings({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SECRET_KEY: 'nothing is sealed for a document of the calls',
    }),
  )
  try {
    await app.ready()
    return `${JSON.stringify(app.swagger(), null, 2)}\n`
  } finally {
    await stop()
  }
}

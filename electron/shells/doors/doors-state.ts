import type { DoorsState } from '@shared/api/doors-api'
import type { CairnError } from '@shared/errors'
import type { DoorSettings } from '@shared/settings'

/** How the doors stand: what the settings want, and where they answer; `port` is undefined where nothing listens. */
export function doorsState(settings: DoorSettings, port: number | undefined, problem: CairnError | null): DoorsState {
  const door = (wanted: boolean, path: string) => ({
    wanted,
    // By its literal address: no name service can lead elsewhere.
    address: wanted && port !== undefined ? `http://127.0.0.1:${port}${path}` : null,
  })
  const { mcp_http, openai } = settings
  const at = { mcp_http: door(mcp_http, '/mcp'), openai: door(openai, '/v1') }
  return { ...at, port: settings.port, problem: problem?.report() ?? null }
}

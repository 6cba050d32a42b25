import { request as httpRequest } from 'node:http'
import { createRouterClient } from '@orpc/server'
import type { CallLimits } from '@engine/api/limits/call-limits'
import { limitsOf } from '@engine/api/limits/limited-calls'
import { createRouter } from '@engine/api/router'
import { TurnSlots } from '@shells/answers/turn-slots'
import { type DoorServer, startDoorServer } from '@shells/doors/door-server'
import { DoorVisits } from '@shells/doors/door-visits'
import { createMcpDoor } from '@shells/doors/mcp-door'
import { createOpenAiDoor } from '@shells/doors/openai/openai-door'
import { headlessActions } from '@shells/headless-actions'
import { DoorEngine } from '../../../fakes/door-engine'

export const token = 'k'.repeat(43)

export interface OpenDoors {
  readonly engine: DoorEngine
  readonly server: DoorServer
  readonly origin: string
  readonly visits: DoorVisits
}

/** Both doors in front of a fake engine, on a free port. */
export async function openBothDoors(given?: CallLimits): Promise<OpenDoors> {
  const engine = new DoorEngine()
  const client = createRouterClient(createRouter(engine, headlessActions(engine, '/nowhere')))
  const slots = new TurnSlots(2)
  const visits = new DoorVisits(() => 0)
  const limits = given ?? limitsOf(engine)
  const doors = [
    createMcpDoor({ engine: () => Promise.resolve(client), slots, visits, limits }),
    createOpenAiDoor({ client, slots, visits, limits }),
  ]
  const server = await startDoorServer({ port: 0, doors, token: () => token, log: () => undefined })
  return { engine, server, visits, origin: `http://127.0.0.1:${server.port}` }
}

export interface Sent {
  readonly path: string
  readonly headers?: Record<string, string>
  readonly method?: string
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A request with exactly these headers; `fetch` would not let a test lie about Host and Origin. */
export function send(port: number, { path, headers = {}, method = 'POST', body = '' }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, agent: false }
    const all = { Host: `127.0.0.1:${port}`, Authorization: `Bearer ${token}`, ...headers }
    const sent = httpRequest({ ...options, headers: all }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (more: string) => (text += more))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

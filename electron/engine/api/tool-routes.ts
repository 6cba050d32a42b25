import type { toolsContract } from '@shared/api/tools-api'
import type { Engine } from '@engine/ports/engine-interface'
import { api } from './implementation'

/** The contract's part about tools. */
export function toolRoutes({ own, rates, servers, consents }: Engine['tools']) {
  const routes = api.tools
  return {
    list: routes.list.handler(() => own.list()),
    switch: routes.switch.handler(({ input }) => own.switch(input.name, input.on)),
    run: routes.run.handler(({ input, signal }) => own.run(input, signal)),
    import_rates: routes.import_rates.handler(({ input }) => rates.import(input.text)),
    servers: serverRoutes(servers),
    consents: {
      list: routes.consents.list.handler(() => consents.entries()),
      set: routes.consents.set.handler(async ({ input }) => {
        await consents.set(input.server, input.tool, input.answer)
        return consents.entries()
      }),
      answer: routes.consents.answer.handler(async ({ input }) => ({
        allowed: await consents.answer(input.session_id, input.call_id, input.answer),
      })),
      log: routes.consents.log.handler(({ input }) => consents.log(input.limit)),
    },
  } satisfies Record<keyof typeof toolsContract, unknown>
}

function serverRoutes(servers: Engine['tools']['servers']) {
  const routes = api.tools.servers
  const never = new AbortController().signal
  return {
    list: routes.list.handler(() => servers.servers()),
    put: routes.put.handler(async ({ input }) => {
      await servers.put(input.servers)
      return servers.servers()
    }),
    import: routes.import.handler(async ({ input }) => {
      const { names, notes } = await servers.importServers(input.text)
      return { names: [...names], notes: [...notes], servers: servers.servers() }
    }),
    enable: routes.enable.handler(async ({ input }) => {
      await servers.setEnabled(input.name, input.enabled)
      return servers.servers()
    }),
    remove: routes.remove.handler(async ({ input }) => {
      await servers.remove(input.name)
      return servers.servers()
    }),
    restart: routes.restart.handler(async ({ input }) => {
      await servers.restart(input.name)
      return servers.servers()
    }),
    tools: routes.tools.handler(({ input, signal = never }) => servers.list(input.name, signal)),
    known: routes.known.handler(() => servers.known().map(({ info }) => info)),
    said: routes.said.handler(({ input }) => [...servers.said(input.name)]),
  }
}

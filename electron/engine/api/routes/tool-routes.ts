import type { toolsContract } from '@shared/api/tools-api'
import type { Engine } from '@engine/ports/engine-interface'
import { api } from '../implementation'

/** The contract's part about tools. */
export function toolRoutes(tools: Engine['tools']) {
  const routes = api.tools
  return {
    list: routes.list.handler(() => tools.own.list()),
    switch: routes.switch.handler(({ input }) => tools.own.switch(input.name, input.on)),
    run: routes.run.handler(({ input, signal }) => tools.own.run(input, signal)),
    import_rates: routes.import_rates.handler(({ input }) => tools.rates.import(input.text)),
    rates: routes.rates.handler(() => tools.rates.days()),
    servers: serverRoutes(tools),
    consents: {
      list: routes.consents.list.handler(() => tools.consents.entries()),
      set: routes.consents.set.handler(async ({ input }) => {
        await tools.consents.set(input.server, input.tool, input.answer)
        return tools.consents.entries()
      }),
      answer: routes.consents.answer.handler(async ({ input }) => ({
        allowed: await tools.consents.answer(input.session_id, input.call_id, input.answer),
      })),
      log: routes.consents.log.handler(({ input }) => tools.consents.log(input.limit)),
    },
  } satisfies Record<keyof typeof toolsContract, unknown>
}

function serverRoutes(tools: Engine['tools']) {
  const routes = api.tools.servers
  const never = new AbortController().signal
  return {
    list: routes.list.handler(() => tools.servers.servers()),
    put: routes.put.handler(async ({ input }) => {
      await tools.servers.put(input.servers)
      return tools.servers.servers()
    }),
    import: routes.import.handler(async ({ input }) => {
      const { names, notes } = await tools.servers.importServers(input.text)
      return { names: [...names], notes: [...notes], servers: tools.servers.servers() }
    }),
    enable: routes.enable.handler(async ({ input }) => {
      await tools.servers.setEnabled(input.name, input.enabled)
      return tools.servers.servers()
    }),
    remove: routes.remove.handler(async ({ input }) => {
      await tools.servers.remove(input.name)
      return tools.servers.servers()
    }),
    restart: routes.restart.handler(async ({ input }) => {
      await tools.servers.restart(input.name)
      return tools.servers.servers()
    }),
    tools: routes.tools.handler(({ input, signal = never }) => tools.servers.list(input.name, signal)),
    known: routes.known.handler(() => tools.servers.known().map(({ info }) => info)),
    said: routes.said.handler(({ input }) => [...tools.servers.said(input.name)]),
  }
}

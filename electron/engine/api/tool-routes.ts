import type { toolsContract } from '@shared/api/tools-api'
import type { Engine } from '@engine/ports/engine-interface'
import { api } from './implementation'

/** The contract's part about tools. */
export function toolRoutes(tools: Engine['tools']) {
  const routes = api.tools
  return {
    list: routes.list.handler(() => tools.list()),
    switch: routes.switch.handler(({ input }) => tools.switch(input.name, input.on)),
    run: routes.run.handler(({ input, signal }) => tools.run(input, signal)),
  } satisfies Record<keyof typeof toolsContract, unknown>
}

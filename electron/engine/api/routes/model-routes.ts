import type { Engine } from '@engine/ports/engine-interface'
import { api } from '../implementation'

/** The contract's part about models. */
export function modelRoutes(models: Engine['models']) {
  const routes = api.models
  return {
    state: routes.state.handler(() => models.state()),
    catalogue: routes.catalogue.handler(() => models.catalogue()),
    add: routes.add.handler(({ input, signal }) => models.add(input.paths, signal)),
    delete: routes.delete.handler(async ({ input }) => {
      await models.delete(input.id)
      return { deleted: input.id }
    }),
    download: routes.download.handler(async ({ input }) => ({
      download_id: await models.download(input.entry_id, input.allow),
    })),
    pause_download: routes.pause_download.handler(async ({ input }) => ({
      paused: await models.pauseDownload(input.id),
    })),
    cancel_download: routes.cancel_download.handler(async ({ input }) => ({
      cancelled: await models.cancelDownload(input.id),
    })),
    load: routes.load.handler(({ input }) => models.load(input.id)),
    unload: routes.unload.handler(({ input }) => models.unload(input.id)),
    find_servers: routes.find_servers.handler(({ input, signal }) => models.findServers(signal, input?.also)),
    set_server_key: routes.set_server_key.handler(({ input }) => models.setServerKey(input.url, input.key)),
    pause_embedding: routes.pause_embedding.handler(({ input }) => models.pauseEmbedding(input.paused)),
    network_log: routes.network_log.handler(() => models.networkLog()),
    starter: {
      fetch: routes.starter.fetch.handler(({ input }) => models.starter.fetch(input.allow)),
      look_in: routes.starter.look_in.handler(({ input }) => models.starter.lookIn(input.path)),
      take: routes.starter.take.handler(({ input, signal }) => models.starter.take(input.path, signal)),
      undo: routes.starter.undo.handler(({ input }) => models.starter.undo(input.delete_files)),
    },
  }
}

import type { WebPreferences } from 'electron'

export interface PagePreferenceOptions {
  /** Absolute path of the built preload script. */
  readonly preload: string
  readonly platform: NodeJS.Platform
  readonly devTools: boolean
}

/** What every page of Cairn's gets: the preload script of ours, and nothing of Node. */
export function pagePreferences({ preload, platform, devTools }: PagePreferenceOptions): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: platform === 'darwin',
    devTools,
  }
}

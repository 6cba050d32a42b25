import { afterAll, vi } from 'vitest'

// Files of one worker share it. Each gets its own modules, with the stores in them, and leaves no global replaced.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})

import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Collects what this thread no longer needs and gives the pages to the system. Node collects only when it wants more, so what was
 * made last stays for as long as nothing happens. Takes about a millisecond a MB that is in use. Does nothing where the runtime
 * has no such call.
 */
export function giveMemoryBack(): void {
  try {
    collect ??= collector()
    // What a finalizer lets go of is free, and pages are returned, only the second time.
    collect()
    collect()
  } catch {
    collect = () => undefined
  }
}

/** V8 makes its room for what is young small again (32 MB) only when little was made in the last five seconds. */
const shrinkMs = 6000

/** As `giveMemoryBack`, and once more when nothing has been made for a while. */
export function giveAllMemoryBack(): void {
  giveMemoryBack()
  setTimeout(giveMemoryBack, shrinkMs).unref()
}

/** Behind the last work of a thread, milliseconds… */
const lullMs = 3000
/** …and what it must have made since it last collected, bytes, to be worth the time. */
const worthwhile = 32 * 1024 * 1024

/** For a thread that works now and then: the function is to be called after each piece of work, and gives memory back in the lulls. */
export function inLulls(): () => void {
  let [kept, timer] = [0, undefined as NodeJS.Timeout | undefined]
  const used = () => {
    const { used_heap_size, external_memory } = getHeapStatistics()
    return used_heap_size + external_memory
  }
  const rest = () => {
    timer = undefined
    if (used() - kept < worthwhile) return
    giveAllMemoryBack()
    kept = used()
  }
  return () => {
    if (timer) timer.refresh()
    else timer = setTimeout(rest, lullMs).unref()
  }
}

function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

import { describe, expect, test } from 'vitest'
import { EventHub } from '@engine/platform/event-hub'

describe('the hub of changes', () => {
  // Would catch a window that hears of the models before the settings that changed them.
  test('tells an event of a listener after the one it belongs to, to listeners made before and after', () => {
    const heard: string[] = []
    const hub = new EventHub<{ name: string }>(() => undefined)
    hub.listen(({ name }) => heard.push(`a ${name}`))
    hub.listen(({ name }) => {
      if (name === 'settings') hub.publish({ name: 'models' })
    })
    hub.listen(({ name }) => heard.push(`b ${name}`))
    hub.publish({ name: 'settings' })
    expect(heard).toEqual(['a settings', 'b settings', 'a models', 'b models'])
  })

  test('a listener that throws is logged and takes nothing from the others, nor from later events', () => {
    const heard: string[] = []
    const logged: string[] = []
    const hub = new EventHub<{ name: string }>((line) => logged.push(line))
    hub.listen(() => {
      throw new Error('no room')
    })
    hub.listen(({ name }) => heard.push(name))
    hub.publish({ name: 'one' })
    hub.publish({ name: 'two' })
    expect(heard).toEqual(['one', 'two'])
    expect(logged).toHaveLength(2)
    expect(logged[0]).toContain('no room')
  })
})

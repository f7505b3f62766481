import { keepOnDevice } from './on-device.ts'
import { menuKeys } from './menu-keys.ts'

const keptNow = (): [string, string][] => {
  try {
    return Object.entries(localStorage).filter(([name]) => name.startsWith(menuKeys))
  } catch {
    return []
  }
}

/** Takes what this device keeps of side menus, which says nothing about anybody; answers what puts it back. */
export const takeMenuKept = (): (() => void) => {
  const kept = keptNow()
  return () => {
    for (const [name, value] of kept) keepOnDevice(name, value)
  }
}

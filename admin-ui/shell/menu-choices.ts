import { useState } from 'react'
import { menuKeys } from '../../ui-shared/kept/menu-keys.ts'
import { keepOnDevice, keptOnDevice } from '../../ui-shared/kept/on-device.ts'
import { useMe } from '../../ui-shared/session/session.ts'

/** What a person chose about the side menu on this device (undefined: nothing), by a word for each choice; and how to choose. */
export const useMenuChoices = () => {
  const place = `${menuKeys}${useMe()?.id}.`
  const [made, setMade] = useState<Readonly<Record<string, boolean>>>({})
  const chosen = (choice: string): boolean | undefined => {
    const kept = keptOnDevice(place + choice)
    return made[choice] ?? (kept === null ? undefined : kept === 'yes')
  }
  const choose = (choice: string, isSo: boolean): void => {
    keepOnDevice(place + choice, isSo ? 'yes' : 'no')
    setMade({ ...made, [choice]: isSo })
  }
  return [chosen, choose] as const
}

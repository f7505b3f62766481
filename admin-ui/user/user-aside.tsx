import { SignInState } from '../edit/sign-in-state.tsx'
import type { Cell } from '../list/screen.ts'
import { PersonalData } from '../people/personal-data.tsx'

/** How a user signs in, and what is held of them. */
export const UserAside: Cell = (props) => (
  <>
    <SignInState {...props} />
    <PersonalData {...props} />
  </>
)

// Who runs a table by a right of the room: as the room itself decides it, so that nothing is offered that it refuses.

/** What the sign of a table calls the grant of the operator to those below. */
export const GRANT = 'supervisor_acts_for_operator';

/** Whether somebody with these roles runs a table whose sign says this of the grant; nothing while it is not known. */
export function runs(roles: readonly string[], grant: string | undefined): boolean {
  if (['administrator', 'operator', 'director'].some((role) => roles.includes(role))) return true;
  if (roles.includes('shift_manager')) return grant !== undefined && grant !== 'false';
  return roles.includes('supervisor') && grant === 'true';
}

// Who may run a table by a right of the room: decided as the room itself does, so that nothing is offered
// that it refuses.

/** What a table's sign calls the operator's grant to those below. */
export const GRANT = 'supervisor_acts_for_operator';

/**
 * Whether somebody with these roles runs a table whose sign has this grant; false while it is not known.
 */
export function runs(roles: readonly string[], grant: string | undefined): boolean {
  if (['administrator', 'operator', 'director'].some((role) => roles.includes(role))) return true;
  if (roles.includes('shift_manager')) return grant !== undefined && grant !== 'false';
  return roles.includes('supervisor') && grant === 'true';
}

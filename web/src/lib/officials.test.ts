import { expect, it } from 'vitest';
import { runs } from './officials.ts';

it('a supervisor runs a table if the operator has granted it, and a shift manager if nobody withdrew it', () => {
  // AMB-015: from supervisor upwards, unless the operator has withdrawn it; without such a grant only the
  // shift manager.
  const grants = ['true', 'not_used', 'false', undefined];
  const of = (...roles: string[]): boolean[] => grants.map((grant) => runs(roles, grant));
  expect(of('supervisor')).toEqual([true, false, false, false]);
  expect(of('shift_manager')).toEqual([true, true, false, false]);
  for (const role of ['operator', 'director', 'administrator']) expect(of(role)).toEqual([true, true, true, true]);
  for (const role of ['player', 'dealer', 'cashier', 'auditor']) expect(of(role)).toEqual([false, false, false, false]);
  expect(of('player', 'supervisor', 'operator')).toEqual([true, true, true, true]);
});

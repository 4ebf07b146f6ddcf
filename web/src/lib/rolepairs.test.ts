import { describe, expect, it } from 'vitest';
import { barredBy } from './rolepairs.ts';
import { allRoles } from '../words/people.ts';

describe('roles that one person may not combine', () => {
  it('an administrator and an auditor have no other role', () => {
    for (const alone of ['administrator', 'auditor']) {
      for (const other of allRoles.filter((role) => role !== alone)) {
        expect(barredBy([other], alone), `${alone} beside ${other}`).toEqual([other]);
        expect(barredBy([alone], other), `${other} beside ${alone}`).toEqual([alone]);
      }
    }
  });

  it('a cashier is not a supervisor, shift manager, operator or director, but may be a player or a dealer', () => {
    for (const other of ['supervisor', 'shift_manager', 'operator', 'director']) {
      expect(barredBy([other], 'cashier')).toEqual([other]);
      expect(barredBy(['cashier'], other)).toEqual(['cashier']);
    }
    expect(barredBy(['player', 'dealer'], 'cashier')).toEqual([]);
  });

  it('every role in the way is named, and a person without roles may be given any', () => {
    expect(barredBy(['player', 'supervisor'], 'auditor')).toEqual(['player', 'supervisor']);
    for (const role of allRoles) expect(barredBy([], role)).toEqual([]);
    expect(barredBy(['player', 'supervisor'], 'operator')).toEqual([]);
  });
});

-- A counter need not survive a crash, and none of those who are counted should wait for a disk: unlogged, its commit waits
-- for nothing.
ALTER TABLE rate_limits SET UNLOGGED;
